import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { ratingQueries } from '#server/features/ratings/ratings.queries.ts'
import { notFound, Refusal } from '#server/http/problems.ts'
import { newLinkToken } from '#server/tokens.ts'
import { claimQueries } from './claims.queries.ts'

export type Unclaimed = {
	/** Of the new claim link. */
	token: string
	ratingsMoved: number
	/**
	 * How the ghost's ratings were known. `marked`: the claim had marked them, and all are back. `by age`: the claim is
	 * older than the marks; what was older than the account moved back, later ones stay. `none`: none was found, or the
	 * claimer has claimed several ghosts and nobody knows whose they were.
	 */
	knownBy: 'marked' | 'by age' | 'none'
}

/** Undoes a claim, for the operator: the wrong person had the link. Their account stays, without what it had claimed. */
export function unclaim(db: Database, ghostId: UserId): Unclaimed {
	const queries = claimQueries(db)
	return db.write(() => {
		const ghost = queries.userById(ghostId)
		if (!ghost?.isGhost) throw notFound('Driver not found')
		const claimer = ghost.claimedById === null ? undefined : queries.userById(ghost.claimedById)
		if (!claimer) throw new Refusal({ status: 409, code: 'not_claimed', message: 'Nobody has claimed this driver.' })
		const marked = queries.moveMarkedRatingsBack(ghostId)
		const isOnlyGhost = queries.ghostCountOfClaimer(claimer.id) === 1
		const byAge = marked === 0 && isOnlyGhost ? queries.moveRatingsBackByAge(claimer, ghost) : 0
		ratingQueries(db).dropOvertakenPlaceholders(ghostId)
		// Whose hides came with the claim is not known: nobody shall see a driver again whom they had sent away.
		queries.copyHides(claimer.id, ghostId)
		const token = newLinkToken()
		queries.markUnclaimed(ghostId, token)
		return { token, ratingsMoved: marked + byAge, knownBy: marked > 0 ? 'marked' : byAge > 0 ? 'by age' : 'none' }
	})
}
