import type { UserId } from '#contract/ids.ts'
import type { OwnSession } from '#contract/own-account.ts'
import type { Database } from '#db/database.ts'
import { browserName } from '#server/features/accounts/browser-name.ts'
import { sessionQueries } from '#server/features/accounts/sessions.queries.ts'
import { notAllowed, notFound } from '#server/http/problems.ts'

export type OwnSessionService = ReturnType<typeof ownSessionService>

/** Where a member is signed in. `current` is the hash of the token of the session that asks. */
export function ownSessionService({ db }: { db: Database }) {
	const queries = sessionQueries(db)
	return {
		/** The current one first, then newest first. */
		list(id: UserId | null, me: UserId, current: string | null): OwnSession[] {
			if (id === null) throw notFound('User not found')
			if (id !== me) throw notAllowed()
			return queries
				.liveSessionsOf(me, new Date())
				.map(({ tokenHash, userAgent, createdAt }) => ({
					isCurrent: tokenHash === current,
					browser: browserName(userAgent),
					signedInAt: createdAt.toISOString(),
				}))
				.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
		},

		/**
		 * Ends all but the current one, and says how many that were. No limit but the address's own: nobody who found a
		 * session may keep the member from ending it.
		 */
		endOthers(id: UserId, me: UserId, current: string | null): number {
			if (id !== me) throw notAllowed()
			return db.write(() => {
				const others = queries.liveSessionsOf(me, new Date()).filter(({ tokenHash }) => tokenHash !== current)
				queries.deleteSessionsBut(me, current ?? '')
				return others.length
			})
		},
	}
}
