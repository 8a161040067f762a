import type { RatingsPage } from '#contract/ratings.ts'
import { Refusal } from '#server/http/problems.ts'
import type { Queries } from '#server/queries.ts'
import type { RatingRow } from './ratings.queries.ts'

/** The rating that a page follows. One of another list, or a deleted one, is refused: start over. */
export function placeInList(
	ratings: Queries['ratings'],
	before: RatingsPage['before'],
	isInList: (rating: RatingRow) => boolean,
): RatingRow | undefined {
	if (before === undefined) return undefined
	const rating = before === null ? undefined : ratings.ratingById(before)
	if (!rating || !isInList(rating))
		throw new Refusal({ status: 400, code: 'unknown_before', message: 'That rating is not in this list any more' })
	return rating
}
