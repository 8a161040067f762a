import { expect, test } from 'bun:test'
import { TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'json']

test('unless the operator asks for it there is no documentation', async () => {
	const app = testApp()
	for (const path of ['/api/docs', ...FILES.map((name) => `/api/docs/${name}`)])
		expect([path, await app.browser().get(path)]).toMatchObject([path, { status: 404, body: { code: 'not_found' } }])
})

test('a stranger reads the page, which is as strict as all others and knows nobody else', async () => {
	const app = testApp({ apiDocs: true })

	const { status, body, headers } = await app.browser().get('/api/docs')

	expect(status).toBe(200)
	expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
	expect(headers.get('content-security-policy')).toMatch(
		/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/,
	)
	expect(headers.get('content-security-policy')).not.toContain('unsafe')
	expect(headers.get('x-frame-options')).toBe('DENY')
	expect(String(body)).not.toMatch(/https?:|<script>|<style|style=/)
	// By default, Swagger UI sends the document to its makers' validator.
	const start = String((await app.browser().get('/api/docs/start.js')).body)
	expect(start).toContain('validatorUrl: null')
	expect(start).not.toMatch(/https?:/)
	for (const name of FILES.slice(0, 3)) expect(String(body)).toContain(`"/api/docs/${name}"`)
})

test('its parts are ours, compressed, and remembered', async () => {
	const app = testApp({ apiDocs: true })
	for (const [name, type] of [
		['swagger-ui.css', 'text/css; charset=utf-8'],
		['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
	]) {
		const ask = (headers: Record<string, string>) =>
			app.ask(new Request(`${TEST_ORIGIN}/api/docs/${name}`, { headers: { Host: 'localhost', ...headers } }))
		const first = await ask({ 'Accept-Encoding': 'gzip, br' })
		const bytes = await first.bytes()
		const etag = first.headers.get('etag') ?? ''

		expect([first.status, first.headers.get('content-type')]).toEqual([200, type ?? ''])
		expect(first.headers.get('content-encoding')).toBe('gzip')
		expect(Bun.gunzipSync(bytes)).toEqual(await (await ask({})).bytes())
		expect((await ask({ 'If-None-Match': etag })).status).toBe(304)
	}
})

test('under a base path everything on the page is below it', async () => {
	const app = testApp({ apiDocs: true, basePath: '/rides' })

	const { body } = await app.browser().get('/rides/api/docs')
	const addresses = [...String(body).matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, address = '']) => address)
	const start = await app.browser().get('/rides/api/docs/start.js')

	expect(addresses).toHaveLength(3)
	for (const address of addresses) expect((await app.browser().get(address)).status).toBe(200)
	expect(String(start.body)).toContain(`url: '/rides/api/docs/json'`)
	expect((await app.browser().get('/api/docs')).status).toBe(404)
})

test('nothing else is there, nothing is written, and the log knows the addresses', async () => {
	const app = testApp({ apiDocs: true })

	for (const path of ['/api/docs/', '/api/docs/x', '/api/docs/constructor', '/api/docs/swagger-ui.css/'])
		expect([path, (await app.browser().get(path)).status]).toEqual([path, 404])
	expect((await app.browser().post('/api/docs', {})).status).toBe(404)
	await app.browser().get('/api/docs/json')
	expect(app.lines.at(-1)).toContain(' info GET /api/docs/json 200 ')
	expect(app.logged).toEqual([])
})
