import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { OwnRating } from '#contract/ratings.ts'

/** What the event `rating_submitted` says. */
export const ratingSubmitted = (
	rating: OwnRating,
	member: { id: UserId; username: string } | null,
	driver: { id: UserId; name: string },
) => ({
	user_id: member?.id ?? null,
	user_name: member?.username ?? null,
	driver_id: driver.id,
	driver_name: driver.name,
	...Object.fromEntries(Object.entries(verdictOf(rating)).map(([key, said]) => [inSnakeCase(key), said])),
})

const inSnakeCase = (key: string) => key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)
