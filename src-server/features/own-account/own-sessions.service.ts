import type { UserId } from '#contract/ids.ts'
import type { OwnSession } from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import { browserName } from '#server/features/accounts/sessions/browser-name.ts'

export type OwnSessionService = ReturnType<typeof ownSessionService>

/** Where a member is signed in. `current` is the hash of the token of the session that asks. */
export function ownSessionService({ db, queries: { sessions }, clock }: Context) {
	return {
		/** The current one first, then newest first. */
		list(me: UserId, current: string | null): OwnSession[] {
			return sessions
				.liveSessionsOf(me, clock.now())
				.map(({ tokenHash, userAgent, createdAt }) => ({
					isCurrent: tokenHash === current,
					browser: browserName(userAgent),
					signedInAt: createdAt.toISOString(),
				}))
				.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
		},

		/**
		 * Ends all but the current one, and answers how many those were. Only limited by address: whoever stole a session
		 * must not be able to keep the member from ending it.
		 */
		endOthers(me: UserId, current: string | null): number {
			return db.write(() => {
				const others = sessions.liveSessionsOf(me, clock.now()).filter(({ tokenHash }) => tokenHash !== current)
				sessions.deleteSessionsBut(me, current ?? '')
				return others.length
			})
		},
	}
}
