import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { exportAsJson } from '#server/operations/export/export.service.ts'
import { familyOf, idIn, type TestBrowser } from '#server/testing/test-app.ts'

const clockSays = (time: string) => setSystemTime(new Date(`2026-06-15T${time}Z`))
afterEach(() => setSystemTime())

test('no answer and no download tells a driver at what hour they were rated, only the day [T17]', async () => {
	clockSays('08:00:00.000')
	const { app, driver, rater } = await familyOf('driver', 'rater')
	const ghost = await app.ghost(rater)
	clockSays('13:14:15.161')
	const ratings = [
		await app.rate(rater, driver.id),
		await app.rate(app.browser(), driver.id),
		await app.rate(rater, ghost.id),
	]
	clockSays('20:21:22.232')
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	const said: unknown[] = []
	const hear = async (answer: ReturnType<TestBrowser['get']>) => {
		const { status, body, headers } = await answer
		expect(status).toBeLessThan(300)
		said.push(body, headers.toJSON())
	}

	await hear(driver.post('/api/login', { username: 'driver', password: driver.password }))
	await hear(driver.post(`/api/users/${driver.id}/mark-ratings-seen`))
	await hear(driver.put(`/api/users/${driver.id}`, { username: 'driver.2' }))
	for (const path of [
		'user',
		'users',
		'home',
		'ratings',
		'ghost-drivers',
		`users/${driver.id}`,
		`users/${ghost.id}`,
		`ratings/driver/${driver.id}`,
		`ratings/driver/${ghost.id}`,
		`drivers/${driver.id}/stats`,
		`users/${driver.id}/data`,
		`users/${driver.id}/data?format=csv`,
		`users/${driver.id}/sessions`,
		...ratings.map((rating) => `ratings/${idIn(rating)}`),
	])
		await hear(driver.get(`/api/${path}`))

	const text = JSON.stringify(said)
	expect(text).toContain('2026-06-15T00:00:00.000Z')
	expect(text).not.toContain('13:14:15')
	expect(text).not.toContain(String(Date.parse('2026-06-15T13:14:15.161Z')))
	// The rater knows, and so does the operator.
	expect(JSON.stringify((await rater.get('/api/ratings')).body)).toContain('13:14:15')
	expect([...exportAsJson(app.context)].join('')).toContain('13:14:15')
})
