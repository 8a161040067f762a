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
