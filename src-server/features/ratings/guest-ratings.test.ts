import { expect, test } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import { ratings } from '#db/schema.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

test('a guest rates as number 1 and gets a cookie for 30 days that scripts cannot read [spec 9.2]', async () => {
	const app = testApp()
	const guest = app.browser()

	const answer = await guest.post('/api/ratings', {
		driverId: 2,
		raterId: 1,
		...ALL_GOOD,
		starRating: 5,
	})

	expect(answer).toMatchObject({ status: 201, body: { raterId: 1, rater_id: 1 } })
	expect(answer.cookies).toEqual([
		expect.stringMatching(/^backseat_guest=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
	])
	const row = app.db.orm.select().from(ratings).get()
	expect(row?.guestKey).toMatch(/^[0-9a-f]{64}$/)
	expect(row?.guestKey).not.toBe(guest.cookies.get('backseat_guest') ?? '')
})

test('a mere visitor gets no cookie, nor does a guest whose rating was refused', async () => {
	const app = testApp()
	const visitor = app.browser()

	for (const path of ['/', '/api/home', '/api/users', '/api/users/2', '/api/ratings', '/api/ratings/driver/2'])
		expect([path, (await visitor.get(path)).cookies]).toEqual([path, []])
	expect((await visitor.post('/api/ratings', { driverId: 2, starRating: 0 })).cookies).toEqual([])
})

test('the page tells a guest’s browser whether there is something of theirs, and nobody else’s', async () => {
	const app = testApp()
	const [guest, visitor] = [app.browser(), app.browser()]
	const pageFor = async (who: TestBrowser) => /data-guest="(\w+)"/.exec(String((await who.get('/home')).body))?.[1]
	expect([await pageFor(guest), await pageFor(visitor)]).toEqual(['none', 'none'])

	const { id } = await app.rate(guest, 2)
	expect([await pageFor(guest), await pageFor(visitor)]).toEqual(['rated', 'none'])

	await guest.delete(`/api/ratings/${id}`)
	expect(await pageFor(guest)).toBe('none')
})
