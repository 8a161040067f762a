import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { OwnRating } from '#contract/ratings.ts'
import { users } from '#db/schema.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { sessionService } from '#server/features/accounts/sessions/sessions.service.ts'
import { tokenBuckets } from '#server/http/limits/rate-limits.ts'
import { systemClock } from '#server/process/clock.ts'
import { testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'

/*
 * Clocks of small machines may be wrong and are then set: at the start of a Raspberry Pi, after a long sleep, by hand.
 * Nothing except the age of sessions and links may depend on such a jump.
 */

const NOON = Date.UTC(2026, 5, 15, 12)
const DAY_MS = 86_400_000
const clockSays = (days: number) => setSystemTime(new Date(NOON + days * DAY_MS))
afterEach(() => setSystemTime())

test('when the clock jumps a day ahead and two back, everybody stays signed in and can go on [B13]', async () => {
	clockSays(0)
	const app = testApp()
	const mum = await app.member('mum')
	const dad = await app.member('dad')

	for (const days of [1, -1, 0]) {
		clockSays(days)
		expect((await mum.get('/api/user')).status).toBe(200)
		await app.rate(mum, dad.id, { starRating: 5 })
		const again = await app.browser().post('/api/login', { username: 'dad', password: dad.password })
		expect(again.status).toBe(200)
		await app.member(`newcomer${days + 1}`)
		await app.ghost(mum, `Ghost of day ${days}`)
	}
	expect((await mum.get(`/api/drivers/${dad.id}/stats`)).body).toMatchObject({ totalRides: 3 })
	expect(app.logged).toEqual([])
})

test('ratings stay in the order in which they were given, whatever the clock said [B13]', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const dad = await app.member('dad')
	const given: OwnRating[] = []
	for (const days of [0, 1, -1, 0]) {
		clockSays(days)
		given.unshift(await app.rate(mum, dad.id))
	}

	const seen = (await app.browser().get(`/api/ratings/driver/${dad.id}`)).body as { id: number }[]

	expect(seen.map(({ id }) => id)).toEqual(given.map(({ id }) => id))
})

test('a notice of a new rating comes also when the clock went back', async () => {
	clockSays(0)
	const app = testApp()
	const mum = await app.member('mum')
	const dad = await app.member('dad')
	await app.rate(mum, dad.id)
	await dad.post(`/api/users/${dad.id}/mark-ratings-seen`)

	clockSays(-1)
	await app.rate(mum, dad.id)

	expect((await dad.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: false })
})

test('sessions end by the clock going forward only: a month is a month, and going back neither ends nor revives one [B13]', async () => {
	clockSays(0)
	const app = testApp()
	const mum = await app.member('mum')

	clockSays(-40)
	expect((await mum.get('/api/user')).status).toBe(200)
	clockSays(29)
	expect((await app.browser().get('/api/user')).status).toBe(401)
	expect((await mum.get('/api/user')).status).toBe(200)
	clockSays(29 + 31)
	expect((await mum.get('/api/user')).status).toBe(401)
})

test('setting the clock frees nobody from a limit, and locks nobody out [B13]', () => {
	const limit = tokenBuckets({ burst: 1, per: 1, seconds: 86_400 }, 1)
	expect(limit.allows('mum')).toBeTrue()
	for (const days of [1, -1, 365]) {
		clockSays(days)
		expect(limit.allows('mum')).toBeFalse()
		expect(limit.allows(`somebody ${days}`)).toBeTrue()
	}
})

test('on a disk that takes nothing a session is not renewed, and its owner goes on reading', () => {
	const db = freshDatabase()
	db.orm
		.insert(users)
		.values({ id: 7, username: 'mum', avatarId: 1, createdAt: new Date(NOON) })
		.run()
	const onDay = (days: number) =>
		sessionService(testContext({}, { db, clock: { ...systemClock, now: () => new Date(NOON + days * DAY_MS) } }))
	const token = onDay(0).open(7, null, 'password')

	db.orm.run('PRAGMA query_only = ON')
	expect(onDay(20).find(token)).toEqual({ userId: 7, isRenewed: false })
	db.orm.run('PRAGMA query_only = OFF')
	expect(onDay(20).find(token)).toEqual({ userId: 7, isRenewed: true })
})
