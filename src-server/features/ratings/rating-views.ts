import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { DriverRating, GivenRating, OwnRating, RatingsPage } from '#contract/ratings.ts'
import { isSealed } from '#db/rating-state.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import type { Viewer } from '#server/http/client.ts'
import { refusal } from '#server/http/problems.ts'
import type { Queries } from '#server/queries.ts'
import type { GivenRatingRow, RatingRow, SeenRatingRow } from './ratings.queries.ts'

export const isTheirs = ({ raterId, guestKey }: RatingRow, viewer: Viewer): boolean =>
	(viewer.userId !== null && raterId === viewer.userId) ||
	(raterId === GUEST_ID && viewer.guestKey !== null && guestKey === viewer.guestKey)

export const ownRating = (row: RatingRow): OwnRating => ({
	id: row.wireId,
	raterId: row.raterId,
	rater_id: row.raterId,
	driverId: row.driverId,
	driver_id: row.driverId,
	...verdictOf(row),
	createdAt: row.createdAt.toISOString(),
	sealed: isSealed(row),
	...(isSealed(row) && row.tripId !== null && { onTrip: true as const }),
})

export const givenRating = ({ rating, driver }: GivenRatingRow): GivenRating => ({
	...ownRating(rating),
	driver: {
		id: driver.id,
		username: driver.username,
		display_name: driver.displayName,
		avatarId: driver.avatarId,
	},
	reply: rating.reply,
	isReplyNew: rating.isReplyNew,
})

type BroughtRating = ReturnType<Queries['imports']['broughtNewestFirst']>[number]

/** Its driver is on no list here, so the guest's id stands for them. */
export const broughtRating = (row: BroughtRating, me: UserId): GivenRating => ({
	id: row.wireId,
	raterId: me,
	rater_id: me,
	driverId: GUEST_ID,
	driver_id: GUEST_ID,
	...verdictOf(row),
	createdAt: row.createdAt.toISOString(),
	sealed: false,
	driver: { id: GUEST_ID, username: row.driver, display_name: row.driver, avatarId: avatarOf(row.driver) },
	reply: null,
	isReplyNew: false,
	broughtAt: row.broughtAt.toISOString(),
})

/** The same name has the same face. */
function avatarOf(name: string): number {
	let hash = 0
	for (let at = 0; at < name.length; at++) hash = (hash * 31 + name.charCodeAt(at)) >>> 0
	return 1 + (hash % 5)
}

/** Omits the rater and rounds to the day, so that no one can find out who gave a rating. */
export const driverRating = (row: SeenRatingRow): DriverRating => ({
	...row,
	createdAt: utcDay(row.createdAt),
})

const DAY_MS = 86_400_000
const DAYS_MAX = 1000
const days = new BoundedMap<number, string>(DAYS_MAX)

/** UTC date such as `2026-11-21`, cached per day, because formatting costs as much as reading the row. */
export function utcDay(moment: Date): string {
	const day = Math.floor(moment.getTime() / DAY_MS)
	const known = days.get(day)
	if (known !== undefined) return known
	const text = moment.toISOString().slice(0, 10)
	days.set(day, text)
	return text
}

/**
 * Resolves the cursor of a page. Throws for a deleted rating or one of another list, so that the browser starts over.
 */
export function findCursor(
	ratings: Queries['ratings'],
	before: RatingsPage['before'],
	isInList: (rating: RatingRow) => boolean,
): RatingRow | undefined {
	if (before === undefined) return undefined
	const rating = before === null ? undefined : ratings.ratingById(before)
	if (!rating || !isInList(rating)) throw refusal({ status: 400, code: 'unknown_before', reason: 'rating_not_in_list' })
	return rating
}
