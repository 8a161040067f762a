import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriverPictures } from '#contract/pictures.ts'
import { TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'
import { noCache, pictureCache, picturesIn } from './picture-cache.ts'
import type { Picture } from './picture-content.ts'
import { aPng } from './testing/a-png.ts'

async function appWithPictures(settings: Parameters<typeof testApp>[0] = {}) {
	const drawn: Picture[] = []
	const draw = async (picture: Picture) => {
		drawn.push(picture)
		return aPng(picture.shape)
	}
	const app = testApp(settings, { drawing: { draw, cache: noCache } })
	const visitor = app.browser()
	const { basePath = '' } = settings
	const { preview, story } = (await visitor.get(`${basePath}/api/drivers/2/pictures`)).body as DriverPictures
	return { app, drawn, visitor, preview, story }
}

const HEADERS = {
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
	'referrer-policy': 'same-origin',
	'x-robots-tag': 'noindex',
}

test('a signed address is a picture that every chat may show and keep, without a cookie [spec 7.22]', async () => {
	const { app, drawn, preview } = await appWithPictures()
	const mum = await app.member('mum')

	for (const who of [app.browser(), mum]) {
		const { status, headers, cookies } = await who.get(preview)
		expect(status).toBe(200)
		expect(cookies).toEqual([])
		expect(headers.toJSON()).toMatchObject({
			...HEADERS,
			'content-type': 'image/png',
			'cache-control': 'public, max-age=31536000, immutable',
			'cross-origin-resource-policy': 'cross-origin',
			etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
		})
		expect(headers.has('vary')).toBe(false)
	}
	expect(drawn[0]).toMatchObject({ shape: 'preview', content: { kind: 'unrated', name: 'Demo Driver', avatarId: 1 } })
})

test('the bytes are those that were drawn', async () => {
	const { app, story } = await appWithPictures()

	const answer = await app.ask(new Request(TEST_ORIGIN + story, { headers: { Host: 'localhost:7433' } }))

	expect(new Uint8Array(await answer.arrayBuffer())).toEqual(aPng('story'))
})

test('who has it already is told so, and nothing is drawn', async () => {
	const { drawn, visitor, preview, story } = await appWithPictures()
	const etag = String((await visitor.get(preview)).headers.get('etag'))
	drawn.length = 0

	const again = await visitor.get(preview, { 'If-None-Match': etag })

	expect([again.status, again.body, drawn]).toEqual([304, undefined, []])
	expect(again.headers.toJSON()).toMatchObject({ etag, 'cross-origin-resource-policy': 'cross-origin' })
	expect((await visitor.get(story, { 'If-None-Match': etag })).status).toBe(200)
})

test('any other address is a plain 404, whatever is wrong with it', async () => {
	const { drawn, visitor, preview } = await appWithPictures()
	const foreign = (await appWithPictures()).preview
	const other = preview.endsWith('A.png') ? 'B' : 'A'
	const wrong = [
		foreign,
		preview.replace(/.\.png$/, `${other}.png`),
		preview.replace('.png', '=.png'),
		`${preview}?x=1`,
		`${preview}?`,
		`${preview}/`,
		preview.replace('.png', ''),
		preview.replace('.png', '.jpg'),
		'/previews/',
		'/previews/x.png',
		'/previews/..%2f..%2fbackseat.db',
	]

	for (const address of wrong) {
		const { status, headers, body } = await visitor.get(address)
		expect([address, status, body]).toEqual([address, 404, 'Not found\n'])
		expect(headers.get('cache-control')).toBe('no-store')
	}
	expect((await visitor.post(preview)).status).toBe(404)
	expect(drawn).toEqual([])
})

test('below a base path pictures are there and nowhere else', async () => {
	const { visitor, preview } = await appWithPictures({ basePath: '/rides' })

	expect(preview).toStartWith('/rides/previews/')
	expect((await visitor.get(preview)).status).toBe(200)
	expect((await visitor.get(preview.slice('/rides'.length))).status).toBe(404)
})

test('no name and no address is in the log', async () => {
	const { app, visitor, preview } = await appWithPictures()
	await visitor.get(preview)

	expect(app.lines.at(-1)).toContain('GET /previews/* 200')
	expect(app.lines.join()).not.toContain(preview.slice('/previews/'.length, 40))
})

test('a drawing that fails is a 500 without details, and they are in the log', async () => {
	const draw = async () => {
		throw new Error('the pencil broke')
	}
	const app = testApp({}, { drawing: { draw, cache: noCache } })
	const { preview } = (await app.browser().get('/api/drivers/2/pictures')).body as DriverPictures

	const { status, headers, body } = await app.browser().get(preview)

	expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('pencil')])
	expect(headers.get('cache-control')).toBe('no-store')
	expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
	expect(String(app.logged[0]?.error)).toContain('the pencil broke')
})

test('a connection that waits for its turn is not closed as idle', async () => {
	const { app, preview } = await appWithPictures()
	const request = () => new Request(TEST_ORIGIN + preview, { headers: { Host: 'localhost:7433' } })
	const asked: number[] = []

	await app.askAs(request(), { address: '203.0.113.7', stayConnected: (seconds) => asked.push(seconds) })

	expect(asked).toEqual([120])
})

test('with an account the pictures go that may show it', async () => {
	const folder = picturesIn(mkdtempSync(join(tmpdir(), 'backseat-pictures-')))
	const cache = pictureCache({ folder, now: () => new Date(), warn: () => {} })
	const app = testApp({}, { drawing: { draw: async ({ shape }) => aPng(shape), cache } })
	const mum = await app.member('mum')
	const { preview } = (await mum.get(`/api/drivers/${mum.id}/pictures`)).body as DriverPictures
	await mum.get(preview)
	while (!existsSync(folder) || !readdirSync(folder).some((file) => file.endsWith('.png'))) await Bun.sleep(1)

	await mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings: 'go' })

	while (existsSync(folder)) await Bun.sleep(1)
})
