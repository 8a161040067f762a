import { expect, test } from 'bun:test'
import { aRating, TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'

const RATING = JSON.stringify(aRating({ driverId: 2 }))

const app = testApp()

/** Posts the bytes exactly as given, without a browser's additional headers. */
async function post(body: BodyInit | null, contentType: string | null, path = '/api/ratings') {
	const loggedBefore = app.logged.length
	const headers = new Headers({ Host: new URL(TEST_ORIGIN).host })
	if (contentType !== null) headers.set('Content-Type', contentType)
	const request = new Request(TEST_ORIGIN + path, { method: 'POST', body, headers })
	// fetch() adds a content type to some bodies.
	if (contentType === null) request.headers.delete('Content-Type')
	const response = await app.ask(request)
	expect(response.headers.get('content-type')).toStartWith('application/json')
	return { status: response.status, body: await response.json(), logged: app.logged.slice(loggedBefore) }
}

test.each([
	'application/json',
	'Application/JSON; charset=utf-8',
	'APPLICATION/JSON',
	'application/json;charset=UTF-8 ',
])('the content type %p is JSON', async (type) => {
	expect(await post(RATING, type)).toMatchObject({ status: 201, body: { driverId: 2 } })
})

test.each([
	null,
	'',
	'text/plain',
	'text/plain; application/json',
	'application/x-www-form-urlencoded',
	'multipart/form-data; boundary=x',
	'application/vnd.api+json',
	'application/jsonp',
	'application/json-patch+json',
	'text/json',
])('the content type %p is refused, even when JSON is in it [T11]', async (type) => {
	expect(await post(RATING, type)).toMatchObject({ status: 415, body: { code: 'not_json' } })
})

test('a form that a foreign page could send is not accepted as a rating [T11]', async () => {
	const form = new FormData()
	for (const [name, value] of Object.entries(aRating({ driverId: 2 }))) form.set(name, String(value))

	expect((await post(form, null)).status).toBe(415)
	expect((await post(new URLSearchParams({ driverId: '2' }), 'application/x-www-form-urlencoded')).status).toBe(415)
})

test.each([
	['half a JSON', '{"driverId":2'],
	['two JSONs', '{} {}'],
	['a comment', '{/* hi */}'],
	['an undefined', '{"driverId":undefined}'],
	['NaN', '{"driverId":NaN}'],
	['a single quote', "{'driverId':2}"],
	['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
	['UTF-16', new Uint8Array(Buffer.from(RATING, 'utf16le'))],
])('%s is refused', async (_what, body) => {
	expect(await post(body, 'application/json')).toMatchObject({
		status: 400,
		body: { code: 'invalid', message: 'The body is not valid JSON' },
		logged: [],
	})
})

test.each(['null', 'true', '0', '"text"', '[]', '[[]]', '{}'])(
	'the JSON %s is not accepted as a rating',
	async (body) => {
		expect(await post(body, 'application/json')).toMatchObject({ status: 400, body: { code: 'invalid' }, logged: [] })
	},
)

test('an empty body is a mistake where one is needed, and fine where none is', async () => {
	expect(await post('', 'application/json')).toMatchObject({ status: 400, body: { code: 'invalid' }, logged: [] })
	expect(await post(null, null)).toMatchObject({ status: 400, body: { code: 'invalid' }, logged: [] })
	const mum = await app.member('mum')
	for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
		expect((await mum.post('/api/logout', undefined, { 'Content-Type': type })).status).toBe(204)
})

const padded = (bytes: number) => {
	const filler = ' '.repeat(bytes - RATING.length)
	return RATING + filler
}

test('a body of 16 KiB fits, one byte more does not [T24]', async () => {
	expect((await post(padded(16 * 1024), 'application/json')).status).toBe(201)
	expect(await post(padded(16 * 1024 + 1), 'application/json')).toMatchObject({
		status: 413,
		body: { code: 'too_large' },
	})
})

test('a body that comes in chunks is counted all the same, and its announced length is not believed [T24]', async () => {
	const chunked = (bytes: number) =>
		new ReadableStream({
			start(controller) {
				for (const part of padded(bytes).match(/.{1,1000}/gs) ?? []) controller.enqueue(new TextEncoder().encode(part))
				controller.close()
			},
		})
	const send = async (bytes: number, headers: Record<string, string> = {}) => {
		const all = { Host: new URL(TEST_ORIGIN).host, 'Content-Type': 'application/json', ...headers }
		return app.ask(new Request(`${TEST_ORIGIN}/api/ratings`, { method: 'POST', body: chunked(bytes), headers: all }))
	}

	expect((await send(16 * 1024)).status).toBe(201)
	expect((await send(17 * 1024)).status).toBe(413)
	expect((await send(17 * 1024, { 'Content-Length': '10' })).status).toBe(413)
	expect((await send(17 * 1024, { 'Content-Length': '-1' })).status).toBe(413)
	expect((await send(1024, { 'Content-Length': '999999' })).status).toBe(413)
})

test('twenty events of two kilobytes fit, but only as events', async () => {
	const events = JSON.stringify({ deviceId: 'device_1', events: [], filler: 'x'.repeat(40_000) })

	expect((await post(events, 'application/json', '/api/events')).status).toBe(202)
	expect((await post(events, 'application/json')).status).toBe(413)
	expect((await post(events, 'application/json', '/api/ratings?/api/events')).status).toBe(413)
	expect((await post('x'.repeat(49_153), 'application/json', '/api/events')).status).toBe(413)
})

test.each([
	['lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
	['objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
])('%s nested thousandfold are refused at once [T24]', async (_what, nested) => {
	for (const depth of [9, 2000])
		for (const body of [nested(depth), `{"driverId":${nested(depth)}}`]) {
			const start = performance.now()

			expect(await post(body, 'application/json')).toMatchObject({ status: 400, body: { code: 'invalid' }, logged: [] })
			// Before the gate existed, it took nine seconds and three gigabytes.
			expect(performance.now() - start).toBeLessThan(3000)
		}
})

test('a body of more than a thousand values is refused before anything is made of it [T24]', async () => {
	const withMany = (values: number) => RATING.replace('}', `,"more":[0${',0'.repeat(values)}]}`)

	expect(await post(withMany(900), 'application/json')).toMatchObject({ status: 201 })
	expect(await post(withMany(1000), 'application/json')).toMatchObject({
		status: 400,
		body: { code: 'invalid', message: 'Invalid input' },
	})
	expect(await post(',0'.repeat(1000), 'application/json')).toMatchObject({ body: { message: 'Invalid input' } })
})

test('brackets and commas within a text are only text, whatever it escapes', async () => {
	const password = '[{,"\\'.repeat(25)

	expect(await post(JSON.stringify({ username: 'dad', password }), 'application/json', '/api/users')).toMatchObject({
		status: 201,
	})
	expect(await post(RATING.replace('}', ',"more":"[[[[[[[[[[\\""}'), 'application/json')).toMatchObject({ status: 201 })
})

test('a body cannot change what objects are [T23]', async () => {
	const evil = '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}'

	expect((await post(RATING.replace('{', `{${evil},`), 'application/json')).status).toBe(201)
	expect((await post(`{"__proto__":${RATING}}`, 'application/json')).status).toBe(400)
	expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
})
