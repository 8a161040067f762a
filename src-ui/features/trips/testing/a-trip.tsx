import { act } from '@testing-library/react'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { OwnRating } from '#contract/ratings.ts'
import type { Trip, TripResult } from '#contract/trips.ts'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { TripScreen } from '#ui/features/trips/trip-screen.tsx'
import { tripKeys } from '#ui/platform/query-keys/trips.keys.ts'
import { aTrip } from '#ui/testing/a-trip.ts'
import { type Answers, aMember } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { openScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'

export const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const TRIP = `/api/trips/${TOKEN}`
export const calls = {
	look: `GET ${TRIP}`,
	getIn: `POST ${TRIP}/seat`,
	getOut: `DELETE ${TRIP}/seat`,
	arrive: `POST ${TRIP}/arrive`,
	open: `POST ${TRIP}/open`,
	remove: `DELETE ${TRIP}`,
	rate: (driverId: number) => `PUT ${TRIP}/verdicts/${driverId}`,
}

export const me = aMember()

export const aRatedTrip = (special: Partial<Trip> = {}) => aTrip({ state: 'rating', isIn: true, ...special })

/** An announced opening, as this phone's clock has it. */
export const opensIn = (seconds: number) => ({
	opensAt: new Date(Date.now() + seconds * 1000).toISOString(),
	now: new Date().toISOString(),
})

export const saidOf = (driverId: number, starRating = 4, raterId = 1): OwnRating => ({
	id: 40 + driverId,
	raterId,
	rater_id: raterId,
	driverId,
	driver_id: driverId,
	...ALL_GOOD,
	starRating,
	createdAt: '2026-11-22T12:00:00.000Z',
	sealed: true,
	onTrip: true,
})

export const aResult = (driverId: number, averageStar: number | null, verdicts = 3): TripResult => {
	const share = averageStar === null ? null : 67
	return { driverId, verdicts, averageStar, smooth: share, safe: share, goodVibes: share }
}

type TripOptions = ScreenOptions & { answers?: Answers }

/** The page of a trip, at which its route's loader has asked where others find it. */
export async function openTrip(
	trip: Trip,
	{ answers = {}, member, app = openedApp(member), ...options }: TripOptions = {},
) {
	await app.queryClient.prefetchQuery(addressForOthersQuery)
	const all = { [calls.look]: [200, trip] as const, ...answers }
	const opened = await openScreen(<TripScreen token={TOKEN} />, `/trip/${TOKEN}`, all, { member, app, ...options })
	const lookAgain = (answer: Answers[string]) => {
		opened.answer(calls.look, answer)
		return act(async () => {
			await app.queryClient.refetchQueries({ queryKey: tripKeys.one(TOKEN) })
			await Bun.sleep(1)
		})
	}
	return { ...opened, lookAgain }
}
