import * as v from 'valibot'
import { call } from './call.ts'
import { NO_DRIVER } from './call-docs.ts'
import { DriverKind, StarCounts } from './driver-kinds.ts'
import { IdTextOrNull } from './ids.ts'
import { COUNT_KEYS, forEachOf, IMPRESSION_KEYS, IMPRESSIONS } from './impressions.ts'

export const Category = v.picklist([...IMPRESSION_KEYS.map((key) => IMPRESSIONS[key].category), 'none'])
export type Category = v.InferOutput<typeof Category>

/** `averageStar` is the exact mean, 0 without ratings. */
export const DriverStats = v.object({
	totalRides: v.number(),
	averageStar: v.number(),
	...forEachOf(COUNT_KEYS, () => v.number()),
	bestCategory: Category,
	worstCategory: Category,
	kind: DriverKind,
	stars: StarCounts,
})
export type DriverStats = v.InferOutput<typeof DriverStats>

export const percentOf = (rides: number, totalRides: number): number =>
	totalRides === 0 ? 0 : Math.round((100 * rides) / totalRides)

export const NEWEST_RIDES = 12

export const Average = v.object({ average: v.number() })
export type Average = v.InferOutput<typeof Average>

export const getStats = call({
	method: 'GET',
	path: '/drivers/:id/stats',
	who: 'anyone',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: DriverStats },
	docs: () => ({
		tag: 'Ratings',
		summary: 'A driver’s card',
		answers: { 200: 'Counts, the best and worst category, and what kind of driver that makes.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	}),
})

export const getAverage = call({
	method: 'GET',
	path: '/ratings/driver/:id/average',
	who: 'anyone',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: Average },
	docs: () => ({
		tag: 'Ratings',
		summary: 'A driver’s stars',
		answers: { 200: 'The exact mean; 0 without ratings.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	}),
})
