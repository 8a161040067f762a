import { afterEach, expect, test } from 'bun:test'
import { EVENT_NAMES } from '#contract/analytics.ts'
import { testApp } from '#server/testing/test-app.ts'
import { distinctIdOf } from './analytics.service.ts'

type Sent = {
	event: string
	distinct_id: string
	timestamp: string
	properties: Record<string, unknown>
}

const stops: (() => unknown)[] = []
afterEach(() => {
	for (const stop of stops.splice(0)) stop()
})

/** Stands in for PostHog and records every request, whatever its path. */
function collector(answer: () => Response | Promise<Response> = () => Response.json({ status: 1 })) {
	const requests: { path: string; headers: Headers; body: { api_key: string; batch: Sent[] } }[] = []
	const server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: async (request) => {
			const bytes = new Uint8Array(await request.arrayBuffer())
			const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
			const text = new TextDecoder().decode(isZipped ? Bun.gunzipSync(bytes) : bytes)
			requests.push({ path: new URL(request.url).pathname, headers: request.headers, body: JSON.parse(text) })
			return answer()
		},
	})
	stops.push(() => server.stop(true))
	const events = () => requests.flatMap(({ body }) => body.batch)
	return { requests, events, settings: { posthogKey: 'phc_test', posthogHost: `http://127.0.0.1:${server.port}` } }
}

const DEVICE = 'device_abc123_1790000000000'
const AT = new Date().toISOString()
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const anEvent = (special: Record<string, unknown> = {}) => ({
	name: 'home_page_viewed',
	properties: {},
	at: AT,
	...special,
})
const aBatch = (...events: unknown[]) => ({ deviceId: DEVICE, events })

test('all sixteen events of a visitor reach the operator’s PostHog under their names, with the device id and their time [spec 7.25]', async () => {
	const { settings, events, requests } = collector()
	const app = testApp(settings)

	const answer = await app.browser().post('/api/events', aBatch(...EVENT_NAMES.map((name) => anEvent({ name }))))
	await app.close()

	expect(answer).toMatchObject({ status: 202, body: { accepted: 16 } })
	expect(events().map(({ event }) => event)).toEqual([...EVENT_NAMES])
	for (const event of events())
		expect(event).toMatchObject({ distinct_id: DEVICE, timestamp: AT, properties: { device_id: DEVICE } })
	expect(requests.map(({ path, body }) => [path, body.api_key])).toEqual([['/batch/', 'phc_test']])
})

test('a member’s events carry user_ and their id, what happened, and still the device id [spec 5.15]', async () => {
	const { settings, events } = collector()
	const app = testApp(settings)
	const mum = await app.member('mum')
	const properties = { driver_id: 2, star_rating: 5, is_own_profile: false, utm_source: null }

	await mum.post('/api/events', aBatch(anEvent({ name: 'rating_submitted', properties })))
	await app.close()

	expect(events()).toMatchObject([
		{
			event: 'rating_submitted',
			distinct_id: `user_${mum.id}`,
			properties: { ...properties, device_id: DEVICE },
		},
	])
})

test('nobody’s address is sent, and a browser cannot put one in', async () => {
	const { settings, events, requests } = collector()
	const app = testApp(settings)
	const browser = app.browser({ address: '198.51.100.77' })

	await browser.post('/api/events', aBatch(anEvent({ properties: { $ip: '198.51.100.77', $set: 'x', kept: 1 } })))
	await app.close()

	const [event] = events()
	expect(event?.properties).toMatchObject({ kept: 1, $geoip_disable: true })
	expect(event?.properties).not.toHaveProperty('$ip')
	expect(event?.properties).not.toHaveProperty('$set')
	const everything = JSON.stringify(requests.map(({ headers, body }) => [[...headers], body]))
	expect(everything).not.toContain('198.51.100.77')
})

test('a user id that is not 5 to 36 characters long is logged, and the device id is used instead [spec 5.15]', () => {
	const warnings: string[] = []
	const log = { warn: (text: string) => warnings.push(text) }

	const answers = ['u_12', 'u_123', 'u'.repeat(36), 'u'.repeat(37)].map((id) => distinctIdOf(DEVICE, id, log))

	expect(answers).toEqual([DEVICE, 'u_123', 'u'.repeat(36), DEVICE])
	expect(warnings).toHaveLength(2)
	expect(warnings[0]).toContain('u_12')
	expect([distinctIdOf('abcd', null, log), distinctIdOf('x'.repeat(37), null, log)]).toEqual([null, null])
})

test('without a key nothing is sent, though the browser hears the same answer', async () => {
	const { settings, requests } = collector()
	const app = testApp({ ...settings, posthogKey: null })

	const answer = await app.browser().post('/api/events', aBatch(anEvent()))
	await app.close()
	await Bun.sleep(50)

	expect(answer).toMatchObject({ status: 202, body: { accepted: 1 } })
	expect(requests).toEqual([])
})

const refused: [string, unknown][] = [
	['an unknown name', aBatch(anEvent({ name: '$identify' }))],
	['properties above two kilobytes', aBatch(anEvent({ properties: { a: 'x'.repeat(2048) } }))],
	['properties that are not flat', aBatch(anEvent({ properties: { $set: { email: 'a@b.c' } } }))],
	['an invalid time', aBatch(anEvent({ at: 'yesterday' }))],
	['twenty-one events', aBatch(...Array.from({ length: 21 }, () => anEvent()))],
	['a time more than a day ago', aBatch(anEvent(), anEvent({ at: inHours(-24.1) }))],
	['a time more than a day ahead', aBatch(anEvent(), anEvent({ at: inHours(24.1) }))],
	['a device id of four characters', { deviceId: 'devi', events: [anEvent()] }],
	['a device id of thirty-seven characters', { deviceId: `device_${'x'.repeat(30)}`, events: [anEvent()] }],
	['a member’s id as that of the device', { deviceId: 'user_4711', events: [anEvent()] }],
	['the prefix of a device id in the middle', { deviceId: 'x_device_1', events: [anEvent()] }],
	['a device id in capital letters', { deviceId: 'DEVICE_123', events: [anEvent()] }],
	['nothing', {}],
]
for (const [what, body] of refused) {
	test(`a batch with ${what} is refused and nothing of it is sent [T1] [spec 5.14]`, async () => {
		const { settings, requests } = collector()
		const app = testApp(settings)

		const answer = await app.browser().post('/api/events', body)
		await app.close()

		expect(answer.status).toBe(400)
		expect(answer.body).toMatchObject({ code: 'invalid' })
		expect(requests).toEqual([])
	})
}

test('twenty events with two kilobytes each are accepted', async () => {
	const app = testApp()
	const event = anEvent({ properties: { a: 'x'.repeat(2040) } })

	const answer = await app.browser().post('/api/events', aBatch(...Array.from({ length: 20 }, () => event)))

	expect(answer).toMatchObject({ status: 202, body: { accepted: 20 } })
})

test('a clock that is not quite right does not lose the event, nor does the longest device id', async () => {
	const app = testApp()
	const events = [-23.9, 23.9].map((hours) => anEvent({ at: inHours(hours) }))

	const answer = await app.browser().post('/api/events', { deviceId: `device_${'x'.repeat(29)}`, events })

	expect(answer).toMatchObject({ status: 202, body: { accepted: 2 } })
})

test('a refused time is named with its place and what is wrong with it', async () => {
	const answer = await testApp()
		.browser()
		.post('/api/events', aBatch(anEvent(), anEvent({ at: inHours(-48) })))

	expect(answer.body).toMatchObject({ field: 'events.1.at', message: 'Event times may be off by a day at most' })
})

test('a time that Date cannot read does not lose the event', async () => {
	const { settings, events } = collector()
	const app = testApp(settings)

	await app.browser().post('/api/events', aBatch(anEvent({ at: AT.replace(/\.\d+Z$/, '+00') })))
	await app.close()

	expect(events()).toHaveLength(1)
})

test('a PostHog that does not answer holds nobody up, neither visitors nor the end of the server', async () => {
	const { settings } = collector(() => new Promise<Response>(() => {}))
	const app = testApp(settings)
	const start = performance.now()

	const answer = await app.browser().post('/api/events', aBatch(anEvent()))
	await app.close()

	expect(answer.status).toBe(202)
	expect(performance.now() - start).toBeLessThan(4000)
})
