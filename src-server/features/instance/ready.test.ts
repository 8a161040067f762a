import { expect, test } from 'bun:test'
import { testApp } from '#server/testing/test-app.ts'

test('whoever asks all day whether it is ready leaves nothing in the data', async () => {
	const app = testApp()
	await app.rate(await app.member('mum'), 2)
	const all = () =>
		['ratings', 'driver_stats', 'users', 'sqlite_sequence'].map((table) => app.db.orm.all(`SELECT * FROM ${table}`))
	const before = all()

	for (const _ of [1, 2, 3]) expect((await app.browser().get('/api/ready')).status).toBe(200)

	expect(all()).toEqual(before)
})

test('in a flood of requests the data are checked ten times a second, and the others get the same answer [B20]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const isReady = async () => (await app.browser().get('/api/ready')).status
	for (let i = 0; i < 10; i++) expect(await isReady()).toBe(200)

	app.db.close()
	expect(await isReady()).toBe(200)
	app.wait(0.1)
	expect(await isReady()).toBe(503)
	expect(await isReady()).toBe(503)
})
