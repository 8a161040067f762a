import * as v from 'valibot'

export const Category = v.picklist(['smooth', 'safe', 'vibes', 'none'])
export type Category = v.InferOutput<typeof Category>

/** `GET /api/drivers/{id}/stats`. Counts of ratings; `averageStar` is the exact mean, 0 when there are none. */
export const DriverStats = v.object({
	totalRides: v.number(),
	averageStar: v.number(),
	smoothRides: v.number(),
	bumpyRides: v.number(),
	safeRides: v.number(),
	unsafeRides: v.number(),
	goodVibes: v.number(),
	offVibes: v.number(),
	bestCategory: Category,
	worstCategory: Category,
})
export type DriverStats = v.InferOutput<typeof DriverStats>
