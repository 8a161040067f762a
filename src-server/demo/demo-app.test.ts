import { afterEach, expect, test } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import { SEED_PASSWORD } from '#db/seed.ts'
import { createLog } from '#server/http/request-log.ts'
import { loadDemoConfig } from '#server/settings/demo-settings.ts'
import { testClock } from '#server/testing/test-clock.ts'
import { openDemo } from './demo-app.ts'
import { demoRibbon } from './ribbon.ts'

const ORIGIN = 'http://localhost:7433'
const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 28, 12, 40)

const open: (() => Promise<void>)[] = []
afterEach(async () => {
	await Promise.all(open.splice(0).map((close) => close()))
})

async function aDemo() {
	const { clock, pass } = testClock(START)
	const config = loadDemoConfig({}, {})
	const demo = await openDemo(config, createLog(config, { write: () => {}, takeLost: () => 0 }), clock)
	open.push(demo.close)

	/** A visitor with a browser and an address of their own. */
	function visitor(address = `198.51.100.${++visitors}`) {
		const cookies = new Map<string, string>()
		async function ask(method: string, path: string, body?: object) {
			const headers = new Headers({ Host: 'localhost:7433', Origin: ORIGIN })
			if (body) headers.set('Content-Type', 'application/json')
			headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
			const request = new Request(ORIGIN + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
			const answer = await demo.fetch(request, { address })
			for (const line of answer.headers.getSetCookie()) {
				const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
				cookies.set(name, value)
			}
			return answer
		}
		const json = async (method: string, path: string, body?: object) => {
			const answer = await ask(method, path, body)
			const text = await answer.text()
			return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
		}
		const climbIn = async (username: string) =>
			(await json('POST', '/api/login', { username, password: SEED_PASSWORD })).body.id as number
		return { ask, json, climbIn }
	}
	return { visitor, pass }
}
let visitors = 0

test('a visitor climbs in as one of the three members that the ribbon names, and is host of nothing [T80]', async () => {
	const { html } = demoRibbon('round')
	const named = [...html.matchAll(/data-username="([^"]+)"/g)].map(([, username = '']) => username)
	expect(named).toHaveLength(3)
	expect(html).toContain(`data-password="${SEED_PASSWORD}"`)
	const { visitor } = await aDemo()
	for (const username of named) {
		const { json, climbIn } = visitor()
		expect((await json('GET', '/api/instance')).body).toMatchObject({ needsHost: false, mail: false, push: null })
		await climbIn(username)
		expect((await json('GET', '/api/user')).body).toMatchObject({ username, isHost: false })
		expect(await json('GET', '/api/host')).toMatchObject({ status: 403, body: { code: 'not_host' } })
	}
	const newcomer = visitor()
	await newcomer.json('POST', '/api/users', { username: 'newcomer', password: 'secret-1234', email: null })
	expect((await newcomer.json('GET', '/api/user')).body).toMatchObject({ username: 'newcomer', isHost: false })
})

test('a visitor cannot take a shared member from the others, and may do so to an account of their own [T80]', async () => {
	const { visitor } = await aDemo()
	const { json, climbIn } = visitor()
	const id = await climbIn('grandma.elke')
	const calls: [method: string, path: string, body?: object][] = [
		['PUT', '', { username: 'mine' }],
		['PATCH', '', { display_name: 'Rude' }],
		['PUT', '/password', { currentPassword: SEED_PASSWORD, newPassword: 'mine-alone' }],
		['DELETE', '/sessions'],
		['DELETE', '', { password: SEED_PASSWORD, ratings: 'go' }],
		['POST', '/passkeys/options', {}],
		['POST', '/passkeys', {}],
		['PATCH', '/passkeys/a', { name: 'b' }],
		['DELETE', '/passkeys/a'],
		['DELETE', '/identities/a'],
		['POST', '/tokens', { name: 'mine' }],
		['DELETE', '/tokens/1'],
	]
	for (const [method, path, body] of calls)
		expect({ method, path, ...(await json(method, `/api/users/${id}${path}`, body)) }).toMatchObject({
			method,
			path,
			status: 403,
			body: { code: 'demo', message: expect.stringContaining('everybody’s until the full hour') },
		})
	expect((await json('POST', '/api/oidc/link', {})).body).toMatchObject({ code: 'demo' })

	const own = visitor()
	const { body } = await own.json('POST', '/api/users', { username: 'myself', password: 'secret-1234', email: null })
	const leaving = { password: 'secret-1234', ratings: 'go' }
	expect((await own.json('DELETE', `/api/users/${body.id}`, leaving)).status).toBe(200)
})

test('more visitors than a member may have sessions travel at once, and see nothing of each other in the settings', async () => {
	const { visitor } = await aDemo()
	const first = visitor()
	const id = await first.climbIn('theo')
	for (let nth = 0; nth < 21; nth++) await visitor().climbIn('theo')

	expect((await first.json('GET', '/api/user')).status).toBe(200)
	expect((await first.json('GET', `/api/users/${id}/sessions`)).body).toEqual([
		expect.objectContaining({ isCurrent: true }),
	])
}, 30_000)

test('at the full hour all is forgotten: ratings, sessions, pictures; open pages are told, and limits stay [T80]', async () => {
	const { visitor, pass } = await aDemo()
	const { json, ask, climbIn } = visitor('198.51.100.250')
	const id = await climbIn('jonas')
	const before = (await json('GET', '/api/instance')).body.instanceId
	const rides = async () => (await json('GET', '/api/drivers/102/stats')).body.totalRides
	const ridesBefore = await rides()
	expect((await json('POST', '/api/ratings', { ...ALL_GOOD, starRating: 1, driverId: 102, raterId: id })).status).toBe(
		201,
	)
	expect(await rides()).toBe(ridesBefore + 1)
	const { preview } = (await json('GET', '/api/drivers/102/pictures')).body
	const stream = await ask('GET', '/api/live')
	for (let nth = 0; nth < 25; nth++) await json('POST', '/api/login', { username: 'nobody', password: 'wrong-one' })
	expect((await json('POST', '/api/login', { username: 'theo', password: SEED_PASSWORD })).status).toBe(429)

	await pass(19 * 60_000)
	expect((await json('GET', '/api/user')).status).toBe(200)
	await pass(60_000)

	expect(await stream.text()).toStartWith('retry:')
	expect(await json('GET', '/api/user')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
	expect((await json('GET', '/api/instance')).body.instanceId).not.toBe(before)
	expect(await rides()).toBe(ridesBefore)
	expect((await ask('GET', new URL(preview, ORIGIN).pathname)).status).toBe(404)
	expect((await json('POST', '/api/login', { username: 'theo', password: SEED_PASSWORD })).status).toBe(429)
	expect(await visitor().climbIn('jonas')).toBe(id)

	await pass(HOUR_MS)
	expect((await json('GET', '/api/home')).status).toBe(200)
}, 30_000)

test('the claim link of a ghost works, and makes an account until the hour', async () => {
	const { visitor } = await aDemo()
	const maker = visitor()
	await maker.climbIn('jonas')
	const { ghostClaimToken: token } = (await maker.json('GET', '/api/users/201')).body
	const claimer = visitor()

	expect((await claimer.json('GET', `/api/ghost-drivers/claim/${token}`)).status).toBe(200)
	const claimed = await claimer.json('POST', '/api/ghost-drivers/claim', {
		token,
		username: 'bob',
		password: 'secret-1234',
	})
	expect(claimed.status).toBe(201)
})
