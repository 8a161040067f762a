import { DEMO_DRIVER_ID, GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Goodbye } from '#contract/own-account.ts'
import type { Database } from '#db/database.ts'
import { accountQueries } from '#server/features/accounts/accounts.queries.ts'
import { type GivenBack, giveBackRecentClaims } from '#server/features/claims/give-back.service.ts'
import { notFound } from '#server/http/problems.ts'
import { leavingQueries } from './leaving.queries.ts'

/**
 * How many ratings a member had given (they stay or went), and how many they had received (they went, but for those of
 * ghosts that wait to be claimed again).
 */
export type Left = { ratingsGiven: number; ratingsReceived: number; givenBack: GivenBack[] }

/**
 * Deletes a member, all or nothing, and with them what was said about them. What they said of others goes, or stays
 * under nobody's name. Ghosts they made live on if others have rated them, ghosts they claimed within the week wait again.
 */
export function leave(db: Database, userId: UserId, given: Goodbye['ratings']): Left {
	const { userById } = accountQueries(db)
	const queries = leavingQueries(db)
	return db.write(() => {
		const user = userById(userId)
		if (!user || user.isGhost || userId === GUEST_ID || userId === DEMO_DRIVER_ID) throw notFound('User not found')
		// First: a ghost of their own that waits again may be one that only they have rated.
		const givenBack = giveBackRecentClaims(db, user)
		const lonely = queries.lonelyGhostsOf(userId)
		queries.dropRatingsOf(lonely)
		queries.dropPlaceholdersBy(userId)
		const ratingsGiven = given === 'go' ? queries.dropRatingsBy(userId) : queries.giveRatingsToNobody(userId)
		// The ghosts they once were: every address of them shows this member.
		const formerly = queries.claimedGhostIdsOf(userId)
		const ratingsReceived = queries.dropRatingsOf([userId, ...formerly])
		queries.forgetCreator(userId)
		queries.deleteUsers([...lonely, ...formerly])
		queries.deleteUsers([userId])
		return { ratingsGiven, ratingsReceived, givenBack: givenBack.filter(({ id }) => !lonely.includes(id)) }
	})
}
