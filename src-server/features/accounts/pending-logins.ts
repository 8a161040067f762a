import type { Clock } from '#server/process/clock.ts'
import { newToken, tokenHash } from '#server/tokens.ts'

const PENDING_MAX = 10_000
/** More than people behind one address leave open in five minutes, and no more than a hundredth of all. */
const PENDING_OF_ADDRESS_MAX = 100
/** A way in that was begun is finished within this time, or begun again. */
export const PENDING_MS = 5 * 60_000

type Kept<Begun> = { what: Begun; until: number; address: string }

/**
 * What was begun and is finished once: challenges for passkeys, log-ins at a provider. In memory alone, so that strangers
 * who begin cause no write; a restart costs members a 'once more'. An address that begins too many loses its own oldest
 * ones, and so does the one that has begun most where memory is full: nobody's log-in is forgotten for another address.
 */
export function pendingLogins<Begun>(
	clock: Pick<Clock, 'now'>,
	{ atMost = PENDING_MAX, ofAddress = PENDING_OF_ADDRESS_MAX, ms = PENDING_MS } = {},
) {
	/** Oldest first, as all count for the same time. */
	const begun = new Map<string, Kept<Begun>>()
	const byAddress = new Map<string, Set<string>>()

	const drop = (hash: string): Kept<Begun> | undefined => {
		const kept = begun.get(hash)
		if (!kept) return undefined
		begun.delete(hash)
		const ofThis = byAddress.get(kept.address)
		ofThis?.delete(hash)
		if (ofThis?.size === 0) byAddress.delete(kept.address)
		return kept
	}
	const dropExpired = (now: number) => {
		for (const [hash, { until }] of begun) {
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
	const keep = (token: string, what: Begun, address: string) => {
		const now = clock.now().getTime()
		const hash = tokenHash(token)
		drop(hash)
		dropExpired(now)
		begun.set(hash, { what, until: now + ms, address })
		const ofThis = byAddress.get(address) ?? new Set()
		byAddress.set(address, ofThis.add(hash))
		if (ofThis.size > ofAddress) dropOldestOf(ofThis)
		if (begun.size > atMost) dropOldestOf(busiest())
	}

	return {
		/** The token with which it is finished; only its hash is kept. One begun again with the same token takes its place. */
		begin(what: Begun, address: string, token = newToken()): string {
			keep(token, what, address)
			return token
		},
		/** What was begun with this token; undefined where it is unknown, over, or was asked for before. */
		finish(token: string): Begun | undefined {
			const found = drop(tokenHash(token))
			return found && found.until > clock.now().getTime() ? found.what : undefined
		},
		/** For one that failed for a reason that may pass: it may be finished once more. */
		restore: keep,
	}
}
