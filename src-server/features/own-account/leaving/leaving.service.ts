import { DEMO_DRIVER_ID, GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Goodbye } from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import { type GivenBack, giveBackRecentClaims } from '#server/features/claims/give-back.ts'
import { notFound } from '#server/http/problems.ts'

/**
 * How many ratings a member had given (they stay or went), and how many they had received (they went, but for those of
 * ghosts that wait to be claimed again).
 */
export type Left = { ratingsGiven: number; ratingsReceived: number; givenBack: GivenBack[] }

/**
 * Deletes a member, all or nothing, and with them what was said about them. What they said of others goes, or stays
 * under nobody's name. Ghosts they made live on if others have rated them, ghosts they claimed within the week wait again.
 */
export function leave(context: Context, userId: UserId, given: Goodbye['ratings']): Left {
	const { db, queries } = context
	return db.write(() => {
		const user = queries.users.userById(userId)
		if (!user || user.isGhost || userId === GUEST_ID || userId === DEMO_DRIVER_ID) throw notFound('User not found')
		// First: a ghost of their own that waits again may be one that only they have rated.
		const givenBack = giveBackRecentClaims(context, user)
		const lonely = queries.ghosts.idsOfGhostsOnlyTheyRated(userId)
		queries.leaving.dropRatingsOf(lonely)
		queries.leaving.dropPlaceholdersBy(userId)
		const ratingsGiven =
			given === 'go' ? queries.leaving.dropRatingsBy(userId) : queries.leaving.anonymizeRatingsBy(userId)
		// The ghosts they once were: every address of them shows this member.
		const formerly = queries.ghosts.ghostsClaimedBy(userId).map(({ id }) => id)
		const ratingsReceived = queries.leaving.dropRatingsOf([userId, ...formerly])
		queries.ghosts.forgetCreator(userId)
		queries.users.deleteUsers([...lonely, ...formerly])
		queries.users.deleteUsers([userId])
		return { ratingsGiven, ratingsReceived, givenBack: givenBack.filter(({ id }) => !lonely.includes(id)) }
	})
}
