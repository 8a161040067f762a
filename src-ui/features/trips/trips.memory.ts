import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { Trip } from '#contract/trips.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { KEPT_TRIPS_KEY, remember, remembered } from '#ui/platform/storage.ts'

/** A road trip that this browser's person made or got into, as it was when they saw it last. Logging out forgets it. */
const KeptTrip = v.object({
	token: v.string(),
	/** Who saw it; the guest's id for guests. */
	viewerId: UserId,
	seenAt: v.number(),
	trip: Trip,
})
type KeptTrip = v.InferOutput<typeof KeptTrip>

const KEPT_MAX = 5
/** No trip is longer on the server after it was opened. */
const KEPT_MS = 90 * 86_400_000

/** Seen last first. */
export const keptTrips = (now = serverNow()): KeptTrip[] =>
	(remembered('localStorage', KEPT_TRIPS_KEY, v.array(KeptTrip)) ?? []).filter(({ seenAt }) => now - seenAt < KEPT_MS)

/** The trip as this person saw it here last, for when there is no network. */
export const keptTrip = (token: string, viewerId: UserId): Trip | undefined =>
	keptTrips().find((kept) => kept.token === token && kept.viewerId === viewerId)?.trip

/** Of a trip that is open nobody is told any more that they were in: it stays if it was kept before. */
export function noteTrip(token: string, viewerId: UserId, trip: Trip) {
	const kept = keptTrips()
	const before = kept.find((one) => one.token === token)
	const isTheirs = trip.isMaker || trip.isIn || (trip.state === 'open' && before !== undefined)
	// It goes 90 days after it was opened, however often it is looked at.
	const seenAt = before && before.trip.state === 'open' ? before.seenAt : serverNow()
	const others = kept.filter((one) => one.token !== token)
	keep(isTheirs ? [{ token, viewerId, seenAt, trip }, ...others] : others)
}

export const forgetTrip = (token: string) => keep(keptTrips().filter((one) => one.token !== token))

const keep = (trips: KeptTrip[]) =>
	remember('localStorage', KEPT_TRIPS_KEY, trips.length === 0 ? null : trips.slice(0, KEPT_MAX))
