import type { Clock } from '#server/process/clock.ts'
import { newToken, tokenHash } from '#server/tokens.ts'

const BEGUN_MAX = 10_000
/** A way in that was begun is finished within this time, or begun anew. */
export const BEGUN_MS = 5 * 60_000

/**
 * What was begun and is finished once: challenges for passkeys, log-ins at a provider. In memory alone, so that strangers
 * who begin make the disk do nothing; a restart costs them a 'once more'. The oldest is forgotten first.
 */
export function begunOnes<Begun>(clock: Pick<Clock, 'now'>, { atMost = BEGUN_MAX, ms = BEGUN_MS } = {}) {
	const begun = new Map<string, { what: Begun; until: number }>()
	return {
		/** The token with which it is finished; only its hash is kept. */
		begin(what: Begun): string {
			const token = newToken()
			begun.set(tokenHash(token), { what, until: clock.now().getTime() + ms })
			if (begun.size > atMost) for (const oldest of begun.keys()) if (begun.delete(oldest)) break
			return token
		},
		/** What was begun with this token; undefined where it is unknown, over, or was asked for before. */
		finish(token: string): Begun | undefined {
			const hash = tokenHash(token)
			const found = begun.get(hash)
			begun.delete(hash)
			return found && found.until > clock.now().getTime() ? found.what : undefined
		},
		/** For one that was finished in vain, for a reason that may pass: it may be finished once more. */
		putBack(token: string, what: Begun) {
			begun.set(tokenHash(token), { what, until: clock.now().getTime() + ms })
		},
	}
}
