import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { notFound, Refusal } from '#server/http/problems.ts'
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
export function unclaim({ db, queries, live }: Context, ghostId: UserId): Unclaimed {
	return db.write(() => {
		const ghost = queries.users.userById(ghostId)
		if (!ghost?.isGhost) throw notFound('Driver not found')
		const claimer = ghost.claimedById === null ? undefined : queries.users.userById(ghost.claimedById)
		if (!claimer) throw new Refusal({ status: 409, code: 'not_claimed', message: 'Nobody has claimed this driver.' })
		const marked = queries.claims.moveMarkedRatingsBack(ghostId)
		const isOnlyGhost = queries.ghosts.ghostsClaimedBy(claimer.id).length === 1
		const byAge = marked === 0 && isOnlyGhost ? queries.claims.moveRatingsBackByAge(claimer, ghost) : 0
		queries.ratings.deleteReplacedPlaceholders(ghostId)
		// Which hides came with the claim is not known, so all stay: whoever had hidden the claimer does not see the ghost either.
		queries.hiddenDrivers.copyHides(claimer.id, ghostId)
		const token = newLinkToken()
		queries.ghosts.markUnclaimed(ghostId, token)
		queries.users.refreshLastReceived(claimer.id)
		live.tell(claimer.id, 'notice')
		for (const member of queries.ghosts.membersListing(ghostId)) live.tell(member, 'home')
		return { token, ratingsMoved: marked + byAge, knownBy: marked > 0 ? 'marked' : byAge > 0 ? 'by age' : 'none' }
	})
}
