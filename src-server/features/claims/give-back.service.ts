import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import type { UserRow } from '#server/features/accounts/user-views.ts'
import { ratingQueries } from '#server/features/ratings/ratings.queries.ts'
import { newLinkToken } from '#server/tokens.ts'
import { claimQueries } from './claims.queries.ts'

/** For so long a claim can be somebody's mistake, or a theft, that nobody has noticed yet. */
const GIVEN_BACK_WITHIN_MS = 7 * 86_400_000

/** A ghost that waits to be claimed again, with so many ratings. */
export type GivenBack = { id: UserId; name: string; ratings: number }

/**
 * Makes ghosts again of those whom a member has claimed within the week: they keep their name, get all that was said of
 * that driver, and a new link for their creator only. For members who leave: whoever stole a ghost cannot destroy it.
 * Which ratings go to which ghost: docs/decisions/0015-leaving-after-a-claim.md.
 */
export function giveBackRecentClaims(db: Database, member: UserRow): GivenBack[] {
	const queries = claimQueries(db)
	const since = Date.now() - GIVEN_BACK_WITHIN_MS
	return db.write(() => {
		const ghosts = queries
			.ghostsClaimedBy(member.id)
			.flatMap((ghost) =>
				ghost.claimedAt && ghost.claimedAt.getTime() > since ? { ...ghost, claimedAt: ghost.claimedAt } : [],
			)
		const madeTheAccount = ghosts.find(({ claimedAt }) => claimedAt.getTime() === member.createdAt.getTime())
		const heir = madeTheAccount ?? (ghosts.length === 1 ? ghosts[0] : undefined)
		return ghosts.map((ghost) => {
			queries.moveMarkedRatingsBack(ghost.id)
			// Those of an account that the claim made are all later than the claim, whatever the clock said.
			const from = ghost === madeTheAccount ? new Date(0) : ghost.claimedAt
			if (ghost === heir) queries.moveUnmarkedRatings(member.id, ghost.id, from)
			ratingQueries(db).dropOvertakenPlaceholders(ghost.id)
			// Nobody shall see a driver again whom they had sent away.
			queries.copyHides(member.id, ghost.id)
			queries.markUnclaimed(ghost.id, newLinkToken())
			return { id: ghost.id, name: ghost.displayName ?? ghost.username, ratings: queries.ratingCountOf(ghost.id) }
		})
	})
}
