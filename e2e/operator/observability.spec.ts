import type { Page } from '@playwright/test'
import { addGhost, expect, fillSignUp, PASSWORD, test, uniqueName } from '../fixtures/people.ts'
import { knownSecrets, noteSecret, secretsRead } from '../fixtures/secrets.ts'

test('the check of the logs knows what must not be in them', { tag: '@thorough' }, async ({
	member,
	newPerson,
	ownInstance,
}) => {
	const on = await ownInstance()
	const mum = await member('mum', { on })
	const ghost = await addGhost(mum, 'Uncle Watched')
	const friend = await newPerson({ on })
	await friend.open('auth')
	await fillSignUp(friend.page, uniqueName('friend'), 'typed-by-friend')
	await friend.page.waitForURL(/\/home$/)
	await friend.open(`claim/${ghost.token}`)
	await expect.poll(on.stderr).toMatch(/ info GET \/claim\/\* 200 /)
	await secretsRead()

	const cookies = [...(await friend.context.cookies()), ...(await mum.context.cookies())].map(({ value }) => value)
	expect(cookies).toHaveLength(2)
	for (const secret of [PASSWORD, 'typed-by-friend', ghost.token, ...cookies]) expect(knownSecrets()).toContain(secret)
	expect(on.stderr()).toMatch(/ info POST \/api\/users 201 /)
})

test('in JSON too every request is a line, and the number of each is in its answer', async ({
	member,
	ownInstance,
}) => {
	const on = await ownInstance('--log-format', 'json', '--log-level', 'debug')
	const { context, id } = await member('mum', { on })

	const answer = await context.request.get(`./api/users/${id}`)
	await on.stop()
	const lines = on
		.stderr()
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line))

	expect(lines.find(({ requestId }) => requestId === answer.headers()['x-request-id'])).toEqual({
		time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		level: 'info',
		message: expect.stringContaining('GET /api/users/:id 200 '),
		method: 'GET',
		route: '/api/users/:id',
		status: 200,
		ms: expect.any(Number),
		requestId: expect.any(String),
	})
	expect(lines.at(-1)).toMatchObject({ level: 'info', message: expect.stringContaining('Stopping') })
})

test('Prometheus reads the built server’s metrics, and nobody without the token does', async ({
	newPerson,
	ownInstance,
}) => {
	const token = 'a-token-of-the-operator'
	noteSecret(token)
	const on = await ownInstance('--metrics-token', token)
	const { context } = await newPerson({ on })

	const refused = await context.request.get('./metrics')
	const answer = await context.request.get('./metrics', { headers: { Authorization: `Bearer ${token}` } })
	const text = await answer.text()

	expect([refused.status(), answer.status()]).toEqual([401, 200])
	expect(text).toContain('backseat_http_requests_total{method="GET",route="/metrics",status="401"} 1\n')
	expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
	expect(text).toMatch(/^backseat_event_loop_delay_seconds\{quantile="0.99"\} \d/m)
})

const callNamed = (page: Page, summary: string) => page.locator('.opblock', { hasText: summary })

test('the documentation of the API is a page of our own, in which calls can be tried', {
	tag: ['@desktop', '@thorough'],
}, async ({ member, ownInstance }) => {
	const on = await ownInstance('--api-docs')
	const { page, open, username } = await member('dev', { on })
	const failed: string[] = []
	page.on('response', (answer) => {
		if (answer.status() >= 400) failed.push(answer.url())
	})

	await open('api/docs')
	await expect(page.getByRole('heading', { name: 'Backseat' })).toBeVisible()
	await expect(page.locator('.opblock')).toHaveCount(await countCalls(page))
	await callNamed(page, 'Who am I').getByRole('button').first().click()
	await callNamed(page, 'Who am I').getByRole('button', { name: 'Try it out' }).click()
	await callNamed(page, 'Who am I').getByRole('button', { name: 'Execute' }).click()
	await expect(callNamed(page, 'Who am I').locator('.live-responses-table')).toContainText(username)
	await callNamed(page, 'Rate a ride').getByRole('button').first().click()
	await expect(callNamed(page, 'Rate a ride')).toContainText('Idempotency-Key')
	expect(failed).toEqual([])
})

/** Number of calls in the API document. */
async function countCalls(page: Page): Promise<number> {
	const document = await (await page.request.get('./api/docs/json')).json()
	return Object.values<object>(document.paths).reduce((sum, calls) => sum + Object.keys(calls).length, 0)
}

test('without being asked for there is neither documentation nor metrics', async ({ newPerson }) => {
	const { context } = await newPerson()
	for (const path of ['api/docs', 'api/docs/json', 'api/docs/swagger-ui-bundle.js', 'metrics'])
		expect([path, (await context.request.get(`./${path}`)).status()]).toEqual([path, 404])
})
