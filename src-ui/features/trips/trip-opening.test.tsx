import { afterEach, expect, setSystemTime, spyOn, test } from 'bun:test'
import { act, fireEvent, screen } from '@testing-library/react'
import { ALL_GOOD } from '#contract/impressions.ts'
import { BEAT_MS, type Trip } from '#contract/trips.ts'
import { aTrip } from '#ui/testing/a-trip.ts'
import { clearPage } from '#ui/testing/clear-page.ts'
import type { FakeAnswer } from '#ui/testing/fake-server.ts'
import { aRatedTrip, aResult, calls, openTrip } from './testing/a-trip.tsx'
import { keptTrips } from './trips.memory.ts'

const OPENS_AT = Date.UTC(2026, 10, 22, 12)
/** This phone's clock is a minute and a half ahead. */
const AHEAD_MS = 90_000
const iso = (ms: number) => new Date(ms).toISOString()

afterEach(() => setSystemTime())

const setTime = (sinceOpening: number) => setSystemTime(OPENS_AT + sinceOpening + AHEAD_MS)
/** The phone wakes at this time after the opening, as after sleep. */
const wakeAt = (sinceOpening: number) =>
	act(async () => {
		setTime(sinceOpening)
		document.dispatchEvent(new Event('visibilitychange'))
	})
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const shown = () => document.querySelector('.trip-stage')?.textContent ?? ''
const announced = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('')

const slip = (starRating: number) => ({ ...ALL_GOOD, starRating })
/** Maria has too few verdicts; Uncle Bob, whose trip it is, comes last. */
const opened = (special: Partial<Trip> = {}) =>
	aTrip({
		state: 'open',
		results: [aResult(7, 4.5), aResult(8, null, 2)],
		now: iso(OPENS_AT),
		show: {
			startedAt: iso(OPENS_AT),
			drivers: [
				{ driverId: 8, slips: [] },
				{ driverId: 7, slips: [slip(5), slip(4), { ...slip(1), rideQuality: 'bumpy' }] },
			],
		},
		...special,
	})

/** What the server answers, with its time. */
const answer = (trip: Trip) => (): FakeAnswer => [200, trip.now ? { ...trip, now: iso(Date.now() - AHEAD_MS) } : trip]

function openAt(sinceOpening: number, trip: Trip) {
	setTime(sinceOpening)
	return openTrip(trip, { answers: { [calls.look]: answer(trip) } })
}

const opening = (sinceOpening: number, special: Partial<Trip> = {}) =>
	openAt(sinceOpening, aRatedTrip({ opensAt: iso(OPENS_AT), now: iso(OPENS_AT), ...special }))

test('the last three seconds are counted by the server’s clock, with nothing to press, and then the show begins [spec 15.9]', async () => {
	const server = await opening(-9000, { allSealed: true })
	await heading('All sealed')
	const figure = () => document.querySelector('.trip-count-figure')?.textContent
	const main = document.getElementById('main')
	expect(figure()).toBeUndefined()
	for (const [left, says] of [
		[3001, undefined],
		[3000, '3'],
		[1999, '2'],
		[1, '1'],
	] as const) {
		await wakeAt(-left)
		expect(figure()).toBe(says)
	}
	expect(main?.querySelectorAll('button, a, input')).toHaveLength(0)
	// Without network the page would show a countdown that is over.
	expect(Object.keys(keptTrips(OPENS_AT)[0]?.trip ?? {})).not.toContain('opensAt')
	expect(announced()).toContain('The envelopes open in a few seconds')

	await wakeAt(100)
	await server.lookAgain(answer(opened()))

	await heading('maria')
	expect(screen.getByText('To the sea · 1 of 2')).toBeTruthy()
})

test('slip after slip is torn open, and screen readers hear each driver’s result only [spec 15.9]', async () => {
	await openAt(0, opened())
	await heading('maria')
	expect(announced()).toBe('')
	await wakeAt(BEAT_MS)
	expect(shown()).toContain('Too few voices to print')
	expect(announced()).toBe('maria: Too few voices to print.')

	await wakeAt(3 * BEAT_MS)
	await heading('uncle.bob')
	expect(shown()).toBe('Envelope, please…')
	for (const torn of [1, 2, 3]) {
		await wakeAt((3 + torn) * BEAT_MS)
		expect(shown()).toContain(`${torn} of 3`)
		expect(announced()).toBe('')
	}
	expect(shown()).toContain('Bumpy')
	await wakeAt(7 * BEAT_MS)
	expect(announced()).toBe('uncle.bob: 4.5 stars on average. Smooth 67%, Safe 67%, Good vibes 67%.')

	await wakeAt(9 * BEAT_MS)
	await heading('To the sea')
	expect(screen.getByText('Receipt of a road trip')).toBeTruthy()
	expect(document.activeElement?.id).toBe('main')
	expect(keptTrips()).toEqual([])
})

test('a phone that joins late is where the others are, and after the end at the receipt [spec 15.9]', async () => {
	await openAt(5.2 * BEAT_MS, opened())
	await heading('uncle.bob')
	expect(shown()).toContain('2 of 3')
	await wakeAt(60_000)
	await heading('To the sea')
})

test('a tap speeds it up, and ‘Show all’ leads to the receipt [spec 15.9]', async () => {
	await openAt(3.5 * BEAT_MS, opened())
	await heading('uncle.bob')
	const tap = () => fireEvent.click(screen.getByRole('button', { name: 'Faster' }))
	for (const says of ['1 of 3', '2 of 3']) {
		tap()
		expect(shown()).toContain(says)
	}
	fireEvent.click(screen.getByRole('button', { name: 'Show all' }))

	await heading('To the sea')
	expect(screen.getByText('Driver of the trip')).toBeTruthy()
})

test('those who prefer less motion, and those who were not in the car, get the receipt at once [spec 15.9]', async () => {
	const { show: _, now: __, ...foreign } = opened()
	await openAt(0, foreign)
	await heading('To the sea')
	clearPage()

	spyOn(window, 'matchMedia').mockImplementation(
		(query) => ({ matches: query === '(prefers-reduced-motion: reduce)' }) as MediaQueryList,
	)
	await openAt(0, opened())
	await heading('To the sea')
})

test('the show is not kept in this browser', async () => {
	const server = await opening(-1000)
	await heading('About to open')
	await server.lookAgain(answer(opened()))
	await heading('maria')
	const [kept] = keptTrips(OPENS_AT + AHEAD_MS)
	expect(kept?.trip.state).toBe('open')
	expect(Object.keys(kept?.trip ?? {})).not.toContain('show')
})
