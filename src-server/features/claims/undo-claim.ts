import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { notifyHostsAfter } from '#server/features/live/notify-hosts.ts'
import { notFound, Refusal } from '#server/http/problems.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import { newLinkToken } from '#server/tokens.ts'

export type Unclaimed = {
	/** Of the new claim link. */
	token: string
	ratingsMoved: number
	/**
	 * How the ghost's ratings were found. `marked`: the claim had marked them, and all are back. `by age`: the claim was made
	 * by a version without marks; ratings older than the account moved back, later ones stay. `none`: none was found, or the
	 * claimer has claimed several ghosts and it is unknown whose they were.
	 */
	knownBy: 'marked' | 'by age' | 'none'
}

/** Undoes a claim, for the operator: the wrong person had the link. Their account stays, without what it had claimed. */
export function unclaim(context: LongWriteContext, ghostId: UserId): Unclaimed {
	const { db, queries, live } = context
	return db.write(() => {
		const ghost = queries.users.userById(ghostId)
		if (!ghost?.isGhost) throw notFound('Driver not found')
		const claimer = ghost.claimedById === null ? undefined : queries.users.userById(ghost.claimedById)
		if (!claimer) throw new Refusal({ status: 409, code: 'not_claimed', message: 'Nobody has claimed this driver.' })
		for (const rater of queries.ratings.ratersWithNewReplyOf(claimer.id)) live.tell(rater, 'replies')
		const { marked, byAge, onTrips } = notifyHostsAfter(context, () => {
			const onTrips = queries.claims.moveTripRatingsBack(claimer.id, ghostId)
			const marked = queries.claims.moveMarkedRatingsBack(ghostId)
			const isOnlyGhost = queries.ghosts.ghostsClaimedBy(claimer.id).length === 1
			const byAge = marked === 0 && isOnlyGhost ? queries.claims.moveRatingsBackByAge(claimer, ghost) : 0
			return { marked, byAge, onTrips }
		})
		queries.ratings.deleteReplacedPlaceholders(ghostId)
		// Which hides came with the claim is not known, so all stay: members who had hidden the claimer do not see the ghost either.
		queries.hiddenDrivers.copyHides(claimer.id, ghostId)
		const token = newLinkToken()
		queries.ghosts.markUnclaimed(ghostId, token)
		queries.users.refreshLastReceived(claimer.id)
		live.tell(claimer.id, 'notice')
		for (const member of queries.ghosts.membersListing(ghostId)) live.tell(member, 'home')
		const knownBy = marked > 0 ? 'marked' : byAge > 0 ? 'by age' : 'none'
		return { token, ratingsMoved: marked + byAge + onTrips, knownBy }
	})
}

/** Within this time a claim may be a mistake, or a theft, that nobody has noticed yet. */
const GIVEN_BACK_WITHIN_MS = 7 * 86_400_000

/** A ghost that can be claimed again. `ratings`: how many wait with it. */
export type GivenBack = { id: UserId; name: string; ratings: number }

/**
 * Undoes the claims that a member has made within the week: each ghost keeps its name, gets the ratings of that driver
 * and a new link for its creator only. For members who leave: the thief of a ghost must not be able to delete it.
 * Which ratings go to which ghost: docs/decisions/0015-leaving-after-a-claim.md.
 */
export function undoRecentClaims(
	{ db, queries, clock, live }: Pick<Context, 'db' | 'queries' | 'clock'> & { live: Pick<Context['live'], 'tell'> },
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
			// An account that the claim made has only ratings from after the claim, whatever the clock said.
			const from = ghost === madeTheAccount ? new Date(0) : ghost.claimedAt
			if (ghost === defaultGhost) queries.claims.moveUnmarkedRatings(member.id, ghost.id, from)
			queries.ratings.deleteReplacedPlaceholders(ghost.id)
			// Members who had hidden this one do not see the ghost either.
			queries.hiddenDrivers.copyHides(member.id, ghost.id)
			queries.ghosts.markUnclaimed(ghost.id, newLinkToken())
			for (const member of queries.ghosts.membersListing(ghost.id)) live.tell(member, 'home')
			return {
				id: ghost.id,
				name: ghost.displayName ?? ghost.username,
				ratings: queries.claims.ratingCountOf(ghost.id),
			}
		})
	})
}
