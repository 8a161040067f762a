import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { notifyHostsAfter } from '#server/features/live/notify-hosts.ts'
import { conflict, notFound } from '#server/http/problems.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import { newLinkToken } from '#server/tokens.ts'

export type Unclaimed = {
	token: string
	ratingsMoved: number
	/**
	 * How the ratings to return were found. `marked`: the claim marked them, so exactly those moved back. `by age`: an older
	 * version made the claim, so ratings older than the account moved back. `none`: there were none, or the claimer has
	 * several ghosts and the rated one is unknown.
	 */
	knownBy: 'marked' | 'by age' | 'none'
}

/** Undoes a claim by the wrong person; the claimer's account stays. */
export function unclaim(context: LongWriteContext, ghostId: UserId): Unclaimed {
	const { db, queries, live } = context
	return db.write(() => {
		const ghost = queries.users.userById(ghostId)
		if (!ghost?.isGhost) throw notFound('driver_not_found')
		const claimer = ghost.claimedById === null ? undefined : queries.users.userById(ghost.claimedById)
		if (!claimer) throw conflict('not_claimed')
		for (const rater of queries.ratings.ratersWithNewReplyOf(claimer.id)) live.notify(rater, 'replies')
		const { marked, byAge, onTrips } = notifyHostsAfter(context, () => {
			const onTrips = queries.claims.moveTripRatingsBack(claimer.id, ghostId)
			const marked = queries.claims.moveMarkedRatingsBack(ghostId)
			const isOnlyGhost = queries.ghosts.ghostsClaimedBy(claimer.id).length === 1
			const byAge = marked === 0 && isOnlyGhost ? queries.claims.moveRatingsBackByAge(claimer, ghost) : 0
			return { marked, byAge, onTrips }
		})
		queries.ratings.deleteReplacedPlaceholders(ghostId)
		// A claim merges the hides of the ghost and of its claimer, so the ghost stays hidden for members of both.
		queries.hiddenDrivers.copyHides(claimer.id, ghostId)
		const token = newLinkToken()
		queries.ghosts.markUnclaimed(ghostId, token)
		queries.users.refreshLastReceived(claimer.id)
		live.notify(claimer.id, 'notice')
		for (const member of queries.ghosts.membersListing(ghostId)) live.notify(member, 'home')
		const knownBy = marked > 0 ? 'marked' : byAge > 0 ? 'by age' : 'none'
		return { token, ratingsMoved: marked + byAge + onTrips, knownBy }
	})
}

/** How long a mistaken or stolen claim may go unnoticed. */
const GIVEN_BACK_WITHIN_MS = 7 * 86_400_000

export type GivenBack = { id: UserId; name: string; ratings: number }

/**
 * Returns recently claimed ghosts when their claimer leaves, so that a thief cannot delete a ghost with the account. Each
 * gets its ratings back and a new link for its creator only. See docs/decisions/0015-leaving-after-a-claim.md for which
 * ratings go to which ghost.
 */
export function undoRecentClaims(
	{ db, queries, clock, live }: Pick<Context, 'db' | 'queries' | 'clock'> & { live: Pick<Context['live'], 'notify'> },
	member: UserRow,
): GivenBack[] {
	const since = clock.now().getTime() - GIVEN_BACK_WITHIN_MS
	return db.write(() => {
		const ghosts = queries.ghosts
			.ghostsClaimedBy(member.id)
			.flatMap((ghost) =>
				ghost.claimedAt && ghost.claimedAt.getTime() > since ? { ...ghost, claimedAt: ghost.claimedAt } : [],
			)
		const madeTheAccount = ghosts.find(({ claimedAt }) => claimedAt.getTime() === member.createdAt.getTime())
		const defaultGhost = madeTheAccount ?? (ghosts.length === 1 ? ghosts[0] : undefined)
		return ghosts.map((ghost) => {
			queries.claims.moveTripRatingsBack(member.id, ghost.id)
			queries.claims.moveMarkedRatingsBack(ghost.id)
			// An account created by the claim has no earlier ratings, even if the clock was set back.
			const from = ghost === madeTheAccount ? new Date(0) : ghost.claimedAt
			if (ghost === defaultGhost) queries.claims.moveUnmarkedRatings(member.id, ghost.id, from)
			queries.ratings.deleteReplacedPlaceholders(ghost.id)
			queries.hiddenDrivers.copyHides(member.id, ghost.id)
			queries.ghosts.markUnclaimed(ghost.id, newLinkToken())
			for (const member of queries.ghosts.membersListing(ghost.id)) live.notify(member, 'home')
			return {
				id: ghost.id,
				name: ghost.displayName ?? ghost.username,
				ratings: queries.claims.ratingCountOf(ghost.id),
			}
		})
	})
}
