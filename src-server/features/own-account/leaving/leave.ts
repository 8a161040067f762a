import { DEMO_DRIVER_ID, GUEST_ID, type UserId } from '#contract/ids.ts'
import type { AccountDeletion } from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import { type GivenBack, giveBackRecentClaims } from '#server/features/claims/give-back.ts'
import { refuseLastHost } from '#server/features/host/last-host.ts'
import { notFound } from '#server/http/problems.ts'

/**
 * How many ratings the member had given (kept or deleted) and received (deleted, except those that went back to ghosts).
 */
export type Leaving = { ratingsGiven: number; ratingsReceived: number; givenBack: GivenBack[] }

/**
 * Deletes a member and the ratings they received, all or nothing. The ratings they gave are deleted, or stay without a
 * name. Ghosts they created stay if others have rated them; ghosts they claimed within the week can be claimed again.
 * The last host stays.
 */
export function leave(context: Context, userId: UserId, given: AccountDeletion['ratings']): Leaving {
	const { db, queries } = context
	return db.write(() => {
		const user = queries.users.userById(userId)
		if (!user || user.isGhost || userId === GUEST_ID || userId === DEMO_DRIVER_ID) throw notFound('User not found')
		refuseLastHost(context, user)
		// First: a ghost that is given back may be one of their own that only they have rated.
		const givenBack = giveBackRecentClaims(context, user)
		const onlyTheirs = queries.ghosts.idsOfGhostsOnlyTheyRated(userId)
		queries.leaving.dropRatingsOf(onlyTheirs)
		queries.leaving.dropPlaceholdersBy(userId)
		const ratingsGiven =
			given === 'go' ? queries.leaving.dropRatingsBy(userId) : queries.leaving.anonymizeRatingsBy(userId)
		// The ghosts they had claimed: every address of those shows this member.
		const claimedIds = queries.ghosts.ghostsClaimedBy(userId).map(({ id }) => id)
		const ratingsReceived = queries.leaving.dropRatingsOf([userId, ...claimedIds])
		queries.ghosts.forgetCreator(userId)
		queries.users.deleteUsers([...onlyTheirs, ...claimedIds])
		// They would go with the row; deleted here, what hangs on them ends too.
		queries.sessions.deleteSessionsOf(userId)
		queries.users.deleteUsers([userId])
		return { ratingsGiven, ratingsReceived, givenBack: givenBack.filter(({ id }) => !onlyTheirs.includes(id)) }
	})
}
