import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { newLinkToken } from '#server/tokens.ts'

/** For so long a claim can be somebody's mistake, or a theft, that nobody has noticed yet. */
const GIVEN_BACK_WITHIN_MS = 7 * 86_400_000

/** A ghost that waits to be claimed again, with so many ratings. */
export type GivenBack = { id: UserId; name: string; ratings: number }

/**
 * Makes ghosts again of those whom a member has claimed within the week: they keep their name, get all that was said of
 * that driver, and a new link for their creator only. For members who leave: whoever stole a ghost cannot destroy it.
 * Which ratings go to which ghost: docs/decisions/0015-leaving-after-a-claim.md.
 */
export function giveBackRecentClaims({ db, queries, clock }: Context, member: UserRow): GivenBack[] {
	const since = clock.now().getTime() - GIVEN_BACK_WITHIN_MS
	return db.write(() => {
		const ghosts = queries.ghosts
			.ghostsClaimedBy(member.id)
			.flatMap((ghost) =>
				ghost.claimedAt && ghost.claimedAt.getTime() > since ? { ...ghost, claimedAt: ghost.claimedAt } : [],
			)
		const madeTheAccount = ghosts.find(({ claimedAt }) => claimedAt.getTime() === member.createdAt.getTime())
		const heir = madeTheAccount ?? (ghosts.length === 1 ? ghosts[0] : undefined)
		return ghosts.map((ghost) => {
			queries.claims.moveMarkedRatingsBack(ghost.id)
			// Those of an account that the claim made are all later than the claim, whatever the clock said.
			const from = ghost === madeTheAccount ? new Date(0) : ghost.claimedAt
			if (ghost === heir) queries.claims.moveUnmarkedRatings(member.id, ghost.id, from)
			queries.ratings.dropOvertakenPlaceholders(ghost.id)
			// Nobody shall see a driver again whom they had sent away.
			queries.hiddenDrivers.copyHides(member.id, ghost.id)
			queries.ghosts.markUnclaimed(ghost.id, newLinkToken())
			return {
				id: ghost.id,
				name: ghost.displayName ?? ghost.username,
				ratings: queries.claims.ratingCountOf(ghost.id),
			}
		})
	})
}
