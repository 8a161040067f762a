import { expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { DriverRating, GivenRating, OwnRating } from '#contract/ratings.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { ratings, sealedWaits } from '#db/schema.ts'
import { startOpenings } from '#server/features/trips/openings.ts'
import { aRating, familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { eveningUntil, openDue } from './evening-post.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A winter day in UTC; its evening post is at 18:30. */
const NOON = Date.UTC(2026, 0, 14, 12)
const EVENING = NOON + 6.5 * HOUR_MS

/** An app whose clock stands at noon until a test sets it. */
async function familyAtNoon<const Name extends string>(...names: Name[]) {
	const family = await familyOf(...names)
	const { app } = family
	let now = NOON
	app.context.clock.now = () => new Date(now)
	const at = (moment: number) => {
		now = moment
	}
	/** The evening post of a day, and what is in it: how many verdicts a driver has then. */
	const eveningOf = async (day: number) => {
		at(EVENING + day * DAY_MS)
		expect(await openDue(app.context, new Date(now))).toBe(0)
	}
	const ridesOf = async (driver: { id: number }) =>
		((await app.browser().get(`/api/drivers/${driver.id}/stats`)).body as { totalRides: number }).totalRides
	const seal = (rater: TestBrowser, driver: { id: number }, said = {}) =>
		app.rate(rater, driver.id, { delivery: 'evening', ...said })
	return { ...family, at, eveningOf, ridesOf, seal }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0)).then(() => Bun.sleep(1))
const given = async (rater: TestBrowser) => (await rater.get('/api/ratings')).body as GivenRating[]
const listOf = async (viewer: TestBrowser, driver: { id: number }) =>
	(await viewer.get(`/api/ratings/driver/${driver.id}`)).body as DriverRating[]

test.each([
	['in winter', 'Europe/Berlin', '2026-01-14T17:29:59.999Z', '2026-01-13T17:30:00.000Z'],
	['at its minute', 'Europe/Berlin', '2026-01-14T17:30:00.000Z', '2026-01-14T17:30:00.000Z'],
	['in summer', 'Europe/Berlin', '2026-07-14T20:00:00.000Z', '2026-07-14T16:30:00.000Z'],
	['on the day the clocks go forward', 'Europe/Berlin', '2026-03-29T16:30:00.000Z', '2026-03-29T16:30:00.000Z'],
	['on the day after the clocks went back', 'Europe/Berlin', '2026-10-26T03:00:00.000Z', '2026-10-25T17:30:00.000Z'],
	['half an hour off', 'Asia/Kolkata', '2026-01-14T13:00:00.000Z', '2026-01-14T13:00:00.000Z'],
	['beyond the date line', 'Pacific/Auckland', '2026-01-14T05:30:00.000Z', '2026-01-14T05:30:00.000Z'],
])('the last evening post was at 18:30 there: %s [spec 13.24]', (_when, zone, now, evening) => {
	expect(eveningUntil(new Date(now), zone).toISOString()).toBe(evening)
})

test('sealed verdicts of two raters open together that evening, of that day, as the rater’s own ids [spec 13.17]', async () => {
	const { app, driver, mum, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum')
	const guest = app.browser()
	const sealed = [await seal(mum, driver, { starRating: 2 }), await seal(guest, driver, { starRating: 5 })]
	expect(sealed.map((rating) => rating.sealed)).toEqual([true, true])
	expect(await given(mum)).toMatchObject([{ id: sealed[0]?.id, sealed: true, starRating: 2 }])
	expect(await given(guest)).toMatchObject([{ id: sealed[1]?.id, sealed: true }])
	expect(await ridesOf(driver)).toBe(0)

	await eveningOf(0)

	expect(await ridesOf(driver)).toBe(2)
	const opened = await listOf(app.browser(), driver)
	expect(opened.map(({ id }) => id).toSorted()).toEqual(sealed.map(({ id }) => id).toSorted())
	expect(opened.map(({ createdAt }) => createdAt)).toEqual(['2026-01-14', '2026-01-14'])
	expect(await given(mum)).toMatchObject([{ id: sealed[0]?.id, sealed: false, createdAt: '2026-01-14T18:30:00.000Z' }])
	expect(app.rows(sealedWaits)).toEqual([])
})

test('one rater alone waits, however often they rated, and no longer than three days [spec 13.18]', async () => {
	const { driver, mum, at, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum')
	await seal(mum, driver)
	at(NOON + DAY_MS)
	await seal(mum, driver)

	for (const day of [0, 1, 2]) {
		await eveningOf(day)
		expect(await ridesOf(driver)).toBe(0)
	}
	await eveningOf(3)
	expect(await ridesOf(driver)).toBe(2)
})

test('a guest who rates again and again in one browser is one rater, though each time the cookie is new [spec 13.18]', async () => {
	const { app, driver, mum, at, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum')
	const guest = app.browser()
	const cookies = new Set<string>()
	for (let hour = 0; hour < 3; hour += 1) {
		at(NOON + hour * HOUR_MS)
		await seal(guest, driver)
		cookies.add(JSON.stringify([...guest.cookies]))
	}
	expect(cookies.size).toBe(3)
	expect(app.rows(sealedWaits)).toMatchObject([{ secondRaterAt: null }])
	for (const day of [0, 1, 2]) await eveningOf(day)
	expect(await ridesOf(driver)).toBe(0)

	await eveningOf(3)
	expect(await ridesOf(driver)).toBe(3)
	await seal(guest, driver)
	await seal(mum, driver)
	await eveningOf(4)
	expect(await ridesOf(driver)).toBe(5)
})

test.each([
	['at 18:30 sharp', 0, 3],
	['one millisecond later', 1, 4],
])(
	'what one rater gave %s opens 72 hours later, or at the evening after that [spec 13.18]',
	async (_when, late, day) => {
		const { driver, mum, at, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum')
		at(EVENING + late)
		await seal(mum, driver)
		for (let earlier = 0; earlier < day; earlier += 1) await eveningOf(earlier)
		expect(await ridesOf(driver)).toBe(0)

		await eveningOf(day)
		expect(await ridesOf(driver)).toBe(1)
	},
)

test('what is given after 18:30 waits for the next evening, also when that post is late [spec 13.18]', async () => {
	const { app, driver, mum, dad, at, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	at(EVENING + 1)
	await seal(dad, driver)
	await seal(app.browser(), driver)
	await openDue(app.context, new Date(EVENING))
	expect(await ridesOf(driver)).toBe(0)

	await eveningOf(1)
	expect(await ridesOf(driver)).toBe(3)
})

test('what was given after the evening stays asleep while the others are opened [spec 13.18]', async () => {
	const { app, driver, mum, dad, at, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	await seal(dad, driver)
	at(EVENING + 1)
	const late = await seal(app.browser(), driver)

	await openDue(app.context, new Date(EVENING))

	expect(await ridesOf(driver)).toBe(2)
	expect((await listOf(mum, driver)).map(({ id }) => id)).not.toContain(late.id)
})

test('a guest who came in as a member is one rater, and a member who left with ‘stay’ is one still [spec 13.19]', async () => {
	const { app, driver, mum, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum')
	const tablet = app.browser()
	await seal(tablet, driver)
	const lina = await app.member('lina', tablet)
	expect((await given(lina)).map(({ sealed, cameAlong }) => ({ sealed, cameAlong }))).toEqual([
		{ sealed: true, cameAlong: true },
	])
	await seal(lina, driver)
	await lina.delete(`/api/users/${lina.id}`, { password: lina.password, ratings: 'stay' })
	await eveningOf(0)
	expect(await ridesOf(driver)).toBe(0)

	await seal(mum, driver)
	await eveningOf(1)
	expect(await ridesOf(driver)).toBe(3)
})

test('a driver who leaves takes what is sealed along, and a rater who leaves with ‘go’, too [spec 13.19]', async () => {
	const { app, driver, mum, dad, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	await seal(driver, dad)
	await seal(mum, dad)
	await mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings: 'go' })
	expect(app.rows(sealedWaits)).toMatchObject([{ driverId: dad.id }])

	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'stay' })
	expect(app.rows(ratings)).toEqual([])
})

test('they open in an order that tells nothing, with one notice and one live event [spec 13.17]', async () => {
	const { app, driver, eveningOf, seal } = await familyAtNoon('driver')
	const told: string[] = []
	const { live } = app.context
	const tell = live.notify
	live.notify = (member, event) => {
		told.push(`${member} ${event}`)
		tell(member, event)
	}
	const inOrder: number[] = []
	for (let nth = 0; nth < 12; nth += 1) inOrder.push((await seal(app.browser(), driver)).id)
	expect(told).toEqual([])

	await eveningOf(0)

	const newestFirst = (await listOf(app.browser(), driver)).map(({ id }) => id)
	expect(newestFirst.toSorted()).toEqual(inOrder.toSorted())
	// One order in 479 million is that of their arrival.
	expect(newestFirst).not.toEqual(inOrder)
	expect(newestFirst).not.toEqual(inOrder.toReversed())
	expect(told).toEqual([`${driver.id} notice`])
	const user = (await driver.get('/api/user')).body
	expect(user).toMatchObject({ unseen: 12 })
	const next = await app.rate(app.browser(), driver.id)
	expect((await listOf(app.browser(), driver))[0]).toMatchObject({ id: next.id })
})

test('a verdict of a ghost or of the demo driver is given at once, whatever is asked [spec 13.20]', async () => {
	const { app, mum } = await familyOf('mum')
	const ghost = await app.ghost(mum)

	for (const driverId of [ghost.id, 2])
		expect(await app.rate(mum, driverId, { delivery: 'evening' })).toMatchObject({ sealed: false })
	expect((await listOf(app.browser(), ghost)).length).toBe(1)
	const nonsense = await mum.post('/api/ratings', aRating({ driverId: 2, delivery: 'tomorrow' }))
	expect(nonsense).toMatchObject({ status: 400, body: { message: 'Please choose now or evening' } })
})

test('what is sealed at the address of a claimed ghost waits for the member who claimed it [spec 13.20]', async () => {
	const { app, driver, mum, dad, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	const ghost = await app.ghost(mum)
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	for (const rater of [mum, dad]) expect(await seal(rater, ghost)).toMatchObject({ driverId: driver.id, sealed: true })
	expect(app.rows(sealedWaits)).toMatchObject([{ driverId: driver.id }])
	expect(await ridesOf(driver)).toBe(0)

	await eveningOf(0)
	expect(await ridesOf(driver)).toBe(2)
})

test('its rater changes it and takes it back while it sleeps, and for 24 hours after the opening [spec 13.21]', async () => {
	const { app, driver, mum, dad, at, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	const [changed, dropped] = [await seal(mum, driver, { starRating: 1 }), await seal(dad, driver)]
	at(NOON + 40 * HOUR_MS)
	const said = { rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 5 }
	expect(await mum.put(`/api/ratings/${changed.id}`, said)).toMatchObject({
		status: 200,
		body: { id: changed.id, sealed: true, starRating: 5 },
	})
	expect((await dad.delete(`/api/ratings/${dropped.id}`)).status).toBe(204)
	await eveningOf(2)
	expect(await ridesOf(driver)).toBe(0)

	await eveningOf(3)
	expect(await ridesOf(driver)).toBe(1)
	at(EVENING + 3 * DAY_MS + 24 * HOUR_MS - 1)
	expect((await mum.put(`/api/ratings/${changed.id}`, { ...said, starRating: 4 })).status).toBe(200)
	at(EVENING + 3 * DAY_MS + 24 * HOUR_MS)
	expect((await mum.put(`/api/ratings/${changed.id}`, said)).status).toBe(403)
	expect(app.logged).toEqual([])
})

test('to everybody but its rater it does not exist, and no receipt of it is drawn [spec 13.21]', async () => {
	const { app, driver, mum, seal } = await familyAtNoon('driver', 'mum')
	const { id } = await seal(mum, driver)

	expect((await mum.get(`/api/ratings/${id}`)).status).toBe(200)
	for (const other of [driver, app.browser(), await app.host()]) {
		expect((await other.get(`/api/ratings/${id}`)).status).toBe(404)
		expect((await other.get(`/api/ratings/driver/${driver.id}?before=${id}`)).status).toBe(400)
	}
	expect((await driver.get(`/api/ratings/received?before=${id}`)).status).toBe(400)
	expect((await driver.post(`/api/ratings/${id}/report`, { reason: 'other' })).status).toBe(404)
	for (const act of [driver.put, driver.patch])
		expect((await act(`/api/ratings/${id}`, {})).status).toBeOneOf([400, 404])
	expect(await mum.post(`/api/ratings/${id}/picture`, { pool: 'DEFAULT', place: 0 })).toMatchObject({
		status: 409,
		body: { code: 'sealed' },
	})
})

test('beside a sealed verdict no placeholder of its rater stays, also one that a claim brings [spec 13.20]', async () => {
	const { app, driver, mum, seal } = await familyAtNoon('driver', 'mum')
	await seal(mum, driver)
	const ghost = await app.ghost(await app.member('dad'))
	await mum.post('/api/ratings', aRating({ driverId: ghost.id, isPlaceholder: true }))
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	const states = app.db.orm.select({ state: ratings.state }).from(ratings).where(eq(ratings.driverId, driver.id)).all()
	expect(states).toEqual([{ state: RATING_STATE.sealed }])
})

test('a late repeat of its request answers the same rating, asleep, changed and opened [spec 13.22]', async () => {
	const { driver, mum, dad, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	const key = { 'Idempotency-Key': 'the-same-one' }
	const sent = aRating({ driverId: driver.id, delivery: 'evening' })
	const post = async () => {
		const { status, body } = await mum.post('/api/ratings', sent, key)
		return { status, id: (body as OwnRating).id }
	}
	const { id } = await post()
	expect(await post()).toEqual({ status: 200, id })
	await mum.put(`/api/ratings/${id}`, { ...sent, starRating: 1 })
	expect(await post()).toEqual({ status: 200, id })

	await seal(dad, driver)
	await eveningOf(0)

	expect(await post()).toEqual({ status: 200, id })
	expect(await ridesOf(driver)).toBe(2)
})

test('one that came along sealed can be left behind, asleep or opened [spec 13.22]', async () => {
	const { app, driver, mum, at, eveningOf, seal } = await familyAtNoon('driver', 'mum')
	const tablet = app.browser()
	at(EVENING - 1)
	const [first, second] = [await seal(tablet, driver), await seal(tablet, driver)]
	const lina = await app.member('lina', tablet)
	expect((await lina.post(`/api/ratings/${first.id}/not-mine`)).status).toBe(204)
	await seal(mum, driver)
	await eveningOf(0)

	expect((await lina.post(`/api/ratings/${second.id}/not-mine`)).status).toBe(204)
	expect(await given(lina)).toEqual([])
	const guest = (await given(tablet)).length
	expect(guest).toBe(0)
	expect((await listOf(app.browser(), driver)).length).toBe(3)
})

test('a write that fails in the middle opens nothing, and the next try opens all [spec 13.23]', async () => {
	const { app, driver, mum, dad, eveningOf, ridesOf, at, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	await seal(dad, driver)
	const { sealedRatings } = app.context.queries
	const { open } = sealedRatings
	let calls = 0
	sealedRatings.open = (...said) => {
		calls += 1
		if (calls === 2) throw new Error('the disk is full')
		return open(...said)
	}
	at(EVENING)
	expect(await openDue(app.context, new Date(EVENING))).toBe(1)
	expect(await ridesOf(driver)).toBe(0)
	expect(app.db.orm.select().from(ratings).where(eq(ratings.state, RATING_STATE.sealed)).all()).toHaveLength(2)

	await eveningOf(0)
	expect(await ridesOf(driver)).toBe(2)
	await eveningOf(0)
	expect(await ridesOf(driver)).toBe(2)
})

test('it opens at its time, at a start that missed it, and once [spec 13.23]', async () => {
	const { app, driver, mum, dad, at, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	await seal(dad, driver)
	const first = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	at(EVENING - 1)
	app.wait(300)
	await settled()
	expect(await ridesOf(driver)).toBe(0)
	at(EVENING)
	app.wait(300)
	await settled()
	expect(await ridesOf(driver)).toBe(2)
	first.stop()

	at(EVENING + HOUR_MS)
	await seal(mum, driver)
	await seal(dad, driver)
	const second = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	expect(await ridesOf(driver)).toBe(2)
	second.stop()
	at(EVENING + DAY_MS + HOUR_MS)
	const third = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	await third.stop()
	expect(await ridesOf(driver)).toBe(4)
})

test('a look that fails, or a clock that was a year ahead, does not end the evening post [spec 13.23] [B13]', async () => {
	const { app, driver, mum, dad, at, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	const { sealedRatings } = app.context.queries
	const { driversDue } = sealedRatings
	const failure = spyOn(app.context.log, 'failure')
	at(NOON + 365 * DAY_MS)
	const post = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	at(NOON)
	await seal(mum, driver)
	await seal(dad, driver)
	sealedRatings.driversDue = () => {
		throw new Error('the disk does not answer')
	}
	at(EVENING)
	app.wait(300)
	await settled()
	expect(failure).toHaveBeenCalledTimes(1)
	sealedRatings.driversDue = driversDue
	at(EVENING + 300_000)
	app.wait(300)
	await settled()
	expect(await ridesOf(driver)).toBe(2)
	await post.stop()
})

test('a stop leaves what is not yet open to the next start, and fails at nothing [B19]', async () => {
	const { app, driver, mum, dad, at, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	const other = await app.member('other')
	for (const one of [driver, other]) for (const rater of [mum, dad]) await seal(rater, one)
	at(EVENING)
	const failure = spyOn(app.context.log, 'failure')
	const post = startOpenings(app.context, { timeZone: 'UTC' })
	await post.stop()
	const open = (await ridesOf(driver)) + (await ridesOf(other))
	expect(open).toBeLessThan(4)
	expect(await openDue(app.context, new Date(EVENING))).toBe(0)
	expect((await ridesOf(driver)) + (await ridesOf(other))).toBe(4)
	expect(failure).not.toHaveBeenCalled()
})

test('a server answers first and opens a second later; a stop in between leaves it to the next start [B19]', async () => {
	const { app, driver, mum, dad, at, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	await seal(dad, driver)
	at(EVENING)
	const stopped = startOpenings(app.context, { timeZone: 'UTC', afterMs: 1000 })
	await stopped.stop()
	at(EVENING + 1000)
	app.wait(1)
	await settled()
	expect(await ridesOf(driver)).toBe(0)

	const next = startOpenings(app.context, { timeZone: 'UTC', afterMs: 1000 })
	await settled()
	expect(await ridesOf(driver)).toBe(0)
	at(EVENING + 2000)
	app.wait(1)
	await settled()
	await next.stop()
	expect(await ridesOf(driver)).toBe(2)
})

test('it opens at 18:30 of the setting `time-zone` [spec 13.24]', async () => {
	const { app, driver, mum, dad, at, ridesOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	await seal(dad, driver)
	const inIndia = { ...app.context, config: { ...app.context.config, timeZone: 'Asia/Kolkata' } }
	at(NOON + HOUR_MS - 1)
	const post = startOpenings(inIndia)
	await settled()
	expect(await ridesOf(driver)).toBe(0)

	at(NOON + HOUR_MS)
	app.wait(300)
	await settled()
	expect(await ridesOf(driver)).toBe(2)
	post.stop()
})

test('what was given while the clock was wrong does not sleep for years [B13]', async () => {
	const { driver, mum, at, eveningOf, ridesOf, seal } = await familyAtNoon('driver', 'mum')
	at(NOON + 3650 * DAY_MS)
	await seal(mum, driver)

	await eveningOf(0)
	expect(await ridesOf(driver)).toBe(1)
})

test('guests are refused nothing that others might have sealed, and a flood of them counts no more than 200 an evening [spec 13.16] [T2]', async () => {
	const { app, driver, mum, seal, eveningOf, ridesOf } = await familyAtNoon('driver', 'mum')
	const scaled = testApp({ rateLimitScale: 1 })
	const alone = await scaled.member('driver')
	for (let nth = 0; nth < 250; nth += 1)
		await scaled.rate(scaled.browser({ address: `198.51.100.${nth}` }), alone.id, { delivery: 'evening' })

	for (let nth = 0; nth < 450; nth += 1) await seal(app.browser(), driver)
	await seal(mum, driver)

	const counted: number[] = []
	for (const day of [0, 1, 2, 3]) {
		await eveningOf(day)
		counted.push(await ridesOf(driver))
	}
	expect(counted).toEqual([201, 401, 451, 451])
	expect((await given(mum))[0]).toMatchObject({ sealed: false })
})

test('its rater is not told that they rated a moment ago when the post has just opened it', async () => {
	const { driver, mum, dad, eveningOf, seal } = await familyAtNoon('driver', 'mum', 'dad')
	await seal(mum, driver)
	await seal(dad, driver)
	const seen = async () => (await mum.get(`/api/users/${driver.id}`)).body
	expect(await seen()).toHaveProperty('recentRating.sealed', true)

	await eveningOf(0)

	expect(await seen()).not.toHaveProperty('recentRating')
})
