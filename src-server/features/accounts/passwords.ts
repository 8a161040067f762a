import pLimit from 'p-limit'
import { PASSWORD_MAX } from '#contract/names.ts'
import { busy } from '#server/http/problems.ts'

/** OWASP's argon2id minimum: 25 to 39 ms and 19 MiB per hash. Bun's defaults cost 172 ms and 64 MiB. */
const OWASP_MINIMUM: HashCost = { memoryCost: 19_456, timeCost: 2 }

/** `memoryCost` is in KiB. */
export type HashCost = { memoryCost: number; timeCost: number }

const NOBODYS_SALT_AND_HASH = 'icdCecECtbYlUGjAFUa6lMZ24isyhmetiHBzcfCpb0Y$obRC/VIPlZWlxTFf+KfTifh/U9kVlLOZ3Qta6pupfqo'

const AT_ONCE = 2
const QUEUED_MAX = 20
/**
 * Slows clients that retry at once. With 60 of them, the median of other requests was 19 ms without this pause and 0.8 ms
 * with it (docs/performance.md).
 */
const REFUSED_AFTER_MS = 250

export type Passwords = ReturnType<typeof createPasswords>

/** Limits concurrent hashes, so that a flood of log-ins leaves processor and memory to other requests. */
export function createPasswords(cost = OWASP_MINIMUM) {
	const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`
	const nobodysHash = prefix + NOBODYS_SALT_AND_HASH
	const gate = pLimit(AT_ONCE)
	async function gated<T>(work: () => Promise<T>): Promise<T> {
		if (gate.pendingCount >= QUEUED_MAX) {
			await Bun.sleep(REFUSED_AFTER_MS)
			throw busy()
		}
		return gate(work)
	}
	// Keyboards compose accents differently, so normalize before hashing.
	const normal = (password: string) => password.normalize('NFC')
	return {
		hash: (password: string): Promise<string> =>
			gated(() => Bun.password.hash(normal(password), { algorithm: 'argon2id', ...cost })),
		async matches(password: string, hash: string | null): Promise<boolean> {
			// No stored password is longer, and normalizing it would block the server.
			const isTooLong = password.length > PASSWORD_MAX
			const known = isTooLong ? null : hash
			const tried = isTooLong ? '-' : normal(password)
			const isRight = await gated(() => Bun.password.verify(tried, known ?? nobodysHash))
			return isRight && known !== null
		},
		load: () => ({ running: gate.activeCount, waiting: gate.pendingCount }),
		isOutdated: (hash: string): boolean => !hash.startsWith(prefix),
	}
}
