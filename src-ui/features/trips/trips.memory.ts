import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { Trip } from '#contract/trips.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { KEPT_TRIPS_KEY, remember } from '#ui/platform/storage.ts'

/** A trip that this browser's user made or joined, as last seen. Logging out deletes it. */
const KeptTrip = v.object({
	token: v.string(),
	viewerId: UserId,
	seenAt: v.number(),
	trip: Trip,
})
type KeptTrip = v.InferOutput<typeof KeptTrip>

const KEPT_MAX = 5
/** The server deletes a trip this long after it was opened. */
const KEPT_MS = 90 * 86_400_000

export const keptTrips = (now = serverNow()): KeptTrip[] =>
	(remembered('localStorage', KEPT_TRIPS_KEY, v.array(KeptTrip)) ?? []).filter(({ seenAt }) => now - seenAt < KEPT_MS)

export const keptTrip = (token: string, viewerId: UserId): Trip | undefined =>
	keptTrips().find((kept) => kept.token === token && kept.viewerId === viewerId)?.trip

/** The response for an open trip does not include who was in, so it is updated only if it was kept before. */
export function noteTrip(token: string, viewerId: UserId, trip: Trip) {
	const kept = keptTrips()
	const before = kept.find((one) => one.token === token)
	const isTheirs = trip.isMaker || trip.isIn || (trip.state === 'open' && before !== undefined)
	// Kept until 90 days after opening, no matter how often it is viewed.
	const seenAt = before && before.trip.state === 'open' ? before.seenAt : serverNow()
	const others = kept.filter((one) => one.token !== token)
	// Countdown and show run once, by the server's clock.
	const { opensAt: _, allSealed: __, now: ___, show: ____, ...lasting } = trip
	keep(isTheirs ? [{ token, viewerId, seenAt, trip: lasting }, ...others] : others)
}

export const forgetTrip = (token: string) => keep(keptTrips().filter((one) => one.token !== token))

const keep = (trips: KeptTrip[]) =>
	remember('localStorage', KEPT_TRIPS_KEY, trips.length === 0 ? null : trips.slice(0, KEPT_MAX))
