import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { ratings } from '#db/schema.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { aRating, testApp } from '#server/testing/test-app.ts'
import { asRefusal } from './problems.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a refusal says what, which field, and the number of its request, and nothing else', async () => {
	const browser = testApp().browser()

	const { body } = await browser.post('/api/login', { username: 'mu', password: 'my-secret-password' })

	expect(body).toEqual({
		message: 'Username must be at least 3 characters',
		code: 'invalid',
		field: 'username',
		requestId: expect.stringMatching(UUID),
	})
})

test('each request has a number of its own', async () => {
	const browser = testApp().browser()
	const ids = await Promise.all(
		[1, 2, 3].map(async () => ((await browser.get('/api/user')).body as { requestId: string }).requestId),
	)

	expect(new Set(ids).size).toBe(3)
})

test('no refusal repeats what was sent, least of all passwords [T25]', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const secret = 'hunter2-hunter2'
	const answers = [
		await mum.post('/api/login', { username: secret.slice(0, 2), password: secret }),
		await mum.post('/api/login', { username: 'mum', password: secret }),
		await mum.post('/api/users', { username: 'mum', password: secret, avatarId: secret }),
		await mum.post('/api/users', { username: [secret], password: secret }),
		await mum.post('/api/users', `{"password":"${secret}"`),
		await mum.post('/api/ratings', aRating({ driverId: 2, rideQuality: secret, starRating: secret })),
		await mum.post('/api/ghost-drivers/claim', { token: secret.repeat(3), username: secret, password: secret }),
		await mum.get(`/api/users/${secret}`),
		await mum.get(`/api/${secret}`),
		await mum.get(`/api/users?search=${secret}&search=${secret}`),
	]

	for (const { status, body } of answers) {
		expect(status).toBeGreaterThanOrEqual(400)
		expect(JSON.stringify(body)).not.toContain('hunter2')
	}
})

test('a bug answers 500 without detail; the log has it under the same number [T25] [B20]', async () => {
	const app = testApp()
	app.db.orm.run(sql`ALTER TABLE driver_stats RENAME TO lost`)

	const { status, body } = await app.browser().get('/api/drivers/2/stats')

	expect(status).toBe(500)
	expect(body).toEqual({
		message: 'Something went wrong',
		code: 'internal',
		reason: 'internal',
		requestId: expect.stringMatching(UUID),
	})
	expect(app.logged).toHaveLength(1)
	expect(app.logged[0]?.requestId).toBe((body as { requestId: string }).requestId)
	expect(String(app.logged[0]?.error)).toContain('driver_stats')
	expect((await app.browser().get('/api/health')).status).toBe(200)
})

test('a row that breaks the contract is our bug, not the reader’s mistake', async () => {
	const app = testApp()
	app.db.orm.run(sql`UPDATE users SET last_seen_rating_id = -5, avatar_id = 1 WHERE id = 2`)
	const mum = await app.member('mum')
	app.db.orm.run(sql`UPDATE users SET last_seen_rating_id = -5 WHERE id = ${mum.id}`)

	const { status, body } = await mum.get('/api/user')

	expect({ status, body }).toMatchObject({ status: 500, body: { code: 'internal', message: 'Something went wrong' } })
	expect(app.logged).toHaveLength(1)
})

test('when the storage is full nothing is saved, reading goes on, and writing works again once there is space', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const limitPages = (pages: number) => app.db.orm.run(sql.raw(`PRAGMA max_page_count = ${pages}`))
	const rate = () => mum.post('/api/ratings', aRating({ driverId: 2 }))
	limitPages(1)
	let saved = 0
	let refused = await rate()
	while (refused.status === 201 && saved++ < 1000) refused = await rate()

	expect(refused).toMatchObject({
		status: 503,
		body: { code: 'storage_full', message: 'Storage is full. Nothing was saved.' },
	})
	expect(refused.headers.get('retry-after')).toBe('30')
	expect((await mum.get('/api/user')).status).toBe(200)
	expect(app.rows(ratings)).toHaveLength(saved)
	expect((await mum.get('/api/drivers/2/stats')).body).toMatchObject({ totalRides: saved })
	limitPages(100_000)
	expect((await rate()).status).toBe(201)
	expect(app.logged).toEqual([])
})

test('a disk that takes no writes for another reason is not a bug either', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	app.db.orm.run(sql`PRAGMA query_only = ON`)

	const refused = await mum.post('/api/ratings', aRating({ driverId: 2 }))

	expect(refused).toMatchObject({
		status: 503,
		body: { code: 'storage_failing', message: 'The disk could not be written to. Nothing was saved.' },
	})
	expect((await mum.get('/api/user')).status).toBe(200)
	expect((await mum.get('/api/ready')).status).toBe(503)
	app.db.orm.run(sql`PRAGMA query_only = OFF`)
	expect((await mum.post('/api/ratings', aRating({ driverId: 2 }))).status).toBe(201)
})

test('when a command beside the server writes for too long, people are asked to come back', () => {
	const path = join(freshFolder(), 'backseat.db')
	const server = openDatabase(path)
	server.orm.run('PRAGMA busy_timeout = 1')
	const command = openDatabase(path)

	const refusal = command.write(() => {
		try {
			server.write(() => {})
		} catch (error) {
			return asRefusal(error)
		}
	})

	expect(refusal?.problem).toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 1 })
})
