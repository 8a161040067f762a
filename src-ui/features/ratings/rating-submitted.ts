import type { UserId } from '#contract/ids.ts'
import type { OwnRating } from '#contract/ratings.ts'

/** What the event `rating_submitted` says. */
export const ratingSubmitted = (
	{ rideQuality, safetyFeeling, vibeQuality, starRating }: OwnRating,
	member: { id: UserId; username: string } | null,
	driver: { id: UserId; name: string },
) => ({
	user_id: member?.id ?? null,
	user_name: member?.username ?? null,
	driver_id: driver.id,
	driver_name: driver.name,
	ride_quality: rideQuality,
	safety_feeling: safetyFeeling,
	vibe_quality: vibeQuality,
	star_rating: starRating,
})
