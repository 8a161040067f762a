import pLimit from 'p-limit'
import { PASSWORD_MAX } from '#contract/names.ts'
import { busy } from '#server/http/problems.ts'

/** OWASP's argon2id minimum: 25 to 39 ms and 19 MiB a hash. Bun's defaults cost 172 ms and 64 MiB. */
const OWASP_MINIMUM: HashCost = { memoryCost: 19_456, timeCost: 2 }

/** `memoryCost` is in KiB. */
export type HashCost = { memoryCost: number; timeCost: number }

const NOBODYS_SALT_AND_HASH = 'icdCecECtbYlUGjAFUa6lMZ24isyhmetiHBzcfCpb0Y$obRC/VIPlZWlxTFf+KfTifh/U9kVlLOZ3Qta6pupfqo'

const AT_ONCE = 2
const QUEUED_MAX = 20
/**
 * A program that is refused at once asks again at once. While 60 of them did so, half of all other requests took longer
 * than 19 ms; with this pause, in the same run, than 0.8 ms (docs/performance.md).
 */
const REFUSED_AFTER_MS = 250

export type Passwords = ReturnType<typeof createPasswords>

/** Limits how many hashes run at once: a flood of sign-ins must not take the processor and the memory of everything else. */
export function createPasswords(cost = OWASP_MINIMUM) {
	const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$`
	/** The hash of a password nobody has: accounts that cannot sign in cost as much time as those that can. */
	const nobodysHash = prefix + NOBODYS_SALT_AND_HASH
	const gate = pLimit(AT_ONCE)
	async function gated<T>(work: () => Promise<T>): Promise<T> {
		if (gate.pendingCount >= QUEUED_MAX) {
			await Bun.sleep(REFUSED_AFTER_MS)
			throw busy()
		}
		return gate(work)
	}
	// One password must hash alike however the keyboard composed its letters.
	const normal = (password: string) => password.normalize('NFC')
	return {
		hash: (password: string): Promise<string> =>
			gated(() => Bun.password.hash(normal(password), { algorithm: 'argon2id', ...cost })),
		/** Takes the same time whether there is a hash or not, and however long the password is. */
		async matches(password: string, hash: string | null): Promise<boolean> {
			// Nobody has a longer one, and composing its accents would hold the server up.
			const isTooLong = password.length > PASSWORD_MAX
			const known = isTooLong ? null : hash
			const tried = isTooLong ? '-' : normal(password)
			const isRight = await gated(() => Bun.password.verify(tried, known ?? nobodysHash))
			return isRight && known !== null
		},
		/** How many hashes run and wait. */
		load: () => ({ running: gate.activeCount, waiting: gate.pendingCount }),
		isOutdated: (hash: string): boolean => !hash.startsWith(prefix),
	}
}
