import type { Clock } from '#server/process/clock.ts'
import { newToken, tokenHash } from '#server/tokens.ts'

const PENDING_MAX = 10_000
/** A hundredth of `PENDING_MAX`, and more log-ins than the people behind one address start in five minutes. */
const PENDING_OF_ADDRESS_MAX = 100
export const PENDING_MS = 5 * 60_000

type Kept<Login> = { what: Login; until: number; address: string }

/**
 * One-time state between two requests: passkey challenges and log-ins at a provider. Memory only, so that strangers cause
 * no writes; a restart makes members try again. A full store evicts the oldest entry of the busiest address, so that no
 * other address loses its log-in.
 */
export function pendingLogins<Login>(
	clock: Pick<Clock, 'now'>,
	{ atMost = PENDING_MAX, ofAddress = PENDING_OF_ADDRESS_MAX, ms = PENDING_MS } = {},
) {
	const pending = new Map<string, Kept<Login>>()
	const byAddress = new Map<string, Set<string>>()

	const drop = (hash: string): Kept<Login> | undefined => {
		const kept = pending.get(hash)
		if (!kept) return undefined
		pending.delete(hash)
		const ofThis = byAddress.get(kept.address)
		ofThis?.delete(hash)
		if (ofThis?.size === 0) byAddress.delete(kept.address)
		return kept
	}
	const dropExpired = (now: number) => {
		for (const [hash, { until }] of pending) {
			if (until > now) return
			drop(hash)
		}
	}
	const dropOldestOf = (hashes: Set<string>) => {
		for (const oldest of hashes) return drop(oldest)
	}
	const busiest = () => {
		let most = new Set<string>()
		for (const hashes of byAddress.values()) if (hashes.size > most.size) most = hashes
		return most
	}
	const keep = (token: string, what: Login, address: string) => {
		const now = clock.now().getTime()
		const hash = tokenHash(token)
		drop(hash)
		dropExpired(now)
		pending.set(hash, { what, until: now + ms, address })
		const ofThis = byAddress.get(address) ?? new Set()
		byAddress.set(address, ofThis.add(hash))
		if (ofThis.size > ofAddress) dropOldestOf(ofThis)
		if (pending.size > atMost) dropOldestOf(busiest())
	}

	return {
		begin(what: Login, address: string, token = newToken()): string {
			keep(token, what, address)
			return token
		},
		/** Consumes the entry; undefined if unknown, expired or already used. */
		finish(token: string): Login | undefined {
			const found = drop(tokenHash(token))
			return found && found.until > clock.now().getTime() ? found.what : undefined
		},
		restore: keep,
	}
}
