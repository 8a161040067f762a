import type { PublicUser } from '#contract/public-user.ts'
import { bestOfTrip, type Trip } from '#contract/trips.ts'
import type { ContentOf } from '#server/operations/pictures/picture-content.ts'

/**
 * Null if no driver is left. Omits passengers and the trip's link, because the picture's address contains its content.
 */
export function contentOfTrip(
	trip: Pick<Trip, 'name' | 'day' | 'seats' | 'drivers' | 'results'>,
): ContentOf<'trip' | 'trip_invite'> | null {
	const { name, day, seats, drivers, results } = trip
	if (drivers.length === 0) return null
	if (!results) return { kind: 'trip_invite', name, drivers: drivers.map(faceOf) }
	const bestIds = bestOfTrip(results)
	const ofDriver = ({ id }: PublicUser) => {
		const found = results.find(({ driverId }) => driverId === id) ?? UNRATED
		const { verdicts, averageStar, smooth, safe, goodVibes } = found
		const stars = averageStar === null ? null : averageStar.toFixed(1)
		return {
			verdicts,
			averageStar: stars,
			smooth,
			safe,
			goodVibes,
			isBest: bestIds.includes(id),
		}
	}
	return {
		kind: 'trip',
		name,
		day,
		seats,
		drivers: drivers.map((driver) => ({ ...faceOf(driver), ...ofDriver(driver) })),
	}
}

const UNRATED = { verdicts: 0, averageStar: null, smooth: null, safe: null, goodVibes: null }

const faceOf = ({ display_name, username, avatarId }: PublicUser) => ({ name: display_name || username, avatarId })
