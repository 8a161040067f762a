import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getByFetch } from '#desktop/web/testing/hostile-server.ts'
import { checkInstance, type HttpGet } from './instance-check.ts'

const BINARY = join(import.meta.dir, '../../dist/backseat')
const ABOUT = { product: 'Backseat', version: '0.1.0', publicUrl: null, signup: 'open', analytics: false }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts a server on this computer. Returns its address with a trailing slash. */
function serving(answer: (request: Request) => Response | Promise<Response>): string {
	const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
	cleanups.push(() => server.stop(true))
	return server.url.href
}

const check = (...bases: string[]) =>
	checkInstance(
		bases.map((base) => ({ base, path: '' })),
		getByFetch,
	)
const failing =
	(error: unknown): HttpGet =>
	() =>
		Promise.reject(error)
const host = (base: string) => new URL(base).host

test('a Backseat is recognised, under a base path too', async () => {
	const base = serving(({ url }) =>
		new URL(url).pathname === '/rides/api/instance' ? Response.json(ABOUT) : new Response('no', { status: 404 }),
	)
	const found = await checkInstance([{ base: `${base}rides/`, path: 'claim/abc' }], getByFetch)
	expect(found).toEqual({ ok: true, base: `${base}rides/`, path: 'claim/abc', version: '0.1.0' })
	expect(await check(base)).toEqual({
		ok: false,
		message: `Somebody answers at ${host(base)}, but it is not a Backseat. Ask your friend for the whole address.`,
	})
})

test('the first of several places that is a Backseat is taken', async () => {
	const page = serving(() => new Response('<h1>Hello</h1>'))
	const own = serving(() => Response.json(ABOUT))
	expect(await check(page, own)).toMatchObject({ ok: true, base: own })
})

test('it is asked for nothing but what it is', async () => {
	const asked: string[] = []
	await checkInstance([{ base: 'https://friend.example/', path: 'claim/secret-token' }], (url) => {
		asked.push(url)
		return Promise.resolve(Response.json(ABOUT))
	})
	expect(asked).toEqual(['https://friend.example/api/instance'])
})

const strangers: [string, () => Response][] = [
	['a web page', () => new Response('<!doctype html><title>Hi</title>', { headers: { 'content-type': 'text/html' } })],
	['another product', () => Response.json({ ...ABOUT, product: 'Frontseat' })],
	['no version', () => Response.json({ product: 'Backseat' })],
	['a version without end', () => Response.json({ ...ABOUT, version: '1'.repeat(1000) })],
	['nothing', () => new Response('')],
	['a list', () => Response.json([ABOUT])],
	['half an answer', () => new Response('{"product":"Backseat","version":"0.')],
	['the right words about not being there', () => Response.json(ABOUT, { status: 404 })],
	['the right words with a megabyte behind', () => Response.json({ ...ABOUT, more: 'x'.repeat(2 ** 20) })],
]
test.each(strangers)('a server that answers with %s is not a Backseat', async (_, answer) => {
	const base = serving(answer)
	const { message } = (await check(base)) as { message: string }
	expect(message).toStartWith(`Somebody answers at ${host(base)}, but it is not a Backseat.`)
})

test('nobody is followed to another address', async () => {
	let wasThere = false
	const elsewhere = serving(() => {
		wasThere = true
		return Response.json(ABOUT)
	})
	const base = serving(() => Response.redirect(`${elsewhere}api/instance`))
	const moved = {
		ok: false,
		message: `${host(base)} sends visitors on to another address. Open it in a browser and paste the address you end up at.`,
	} as const
	expect(await check(base)).toEqual(moved)
	expect(wasThere).toBe(false)
	const place = [{ base, path: '' }]
	expect(await checkInstance(place, failing(new Error('Redirect was cancelled')))).toEqual(moved)
})

test('nobody there, or a proxy whose Backseat is switched off, is nobody answering', async () => {
	const gone = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
	const nobody = gone.url.href
	await gone.stop(true)
	expect(await check(nobody)).toEqual({
		ok: false,
		message: `Nobody answers at ${host(nobody)}. Check the address, and that the Backseat there is running and within reach.`,
	})
	const proxy = serving(() => new Response('Bad gateway', { status: 502 }))
	expect(await check(proxy)).toMatchObject({ ok: false, message: expect.stringContaining('Nobody answers') })
})

test.each<[string, () => Promise<Response>]>([
	['says nothing', () => new Promise(() => {})],
	[
		'stops in the middle of a sentence',
		async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"pro')) })),
	],
])('whoever %s is not waited for', async (_, answer) => {
	const place = { base: serving(answer), path: '' }
	const checked = await checkInstance([place], getByFetch, { withinMs: 200 })
	expect(checked).toMatchObject({ ok: false, message: expect.stringContaining('Nobody answers') })
	// The timeout also covers a server that ignores the abort.
	const deaf = await checkInstance([place], answer, { withinMs: 200 })
	expect(deaf).toMatchObject({ ok: false, message: expect.stringContaining('Nobody answers') })
})

test('the next place is tried when the first one says nothing', async () => {
	const silent = serving(() => new Promise(() => {}))
	const own = serving(() => Response.json(ABOUT))
	const candidates = [silent, own].map((base) => ({ base, path: '' }))
	expect(await checkInstance(candidates, getByFetch, { withinMs: 1_000 })).toMatchObject({ ok: true, base: own })
})

test.each<[string, Error]>([
	['Chromium', new Error('net::ERR_CERT_AUTHORITY_INVALID')],
	['Bun', Object.assign(new Error('self signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
	['Node', Object.assign(new TypeError('fetch failed'), { cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } })],
])('a certificate %s cannot trust ends the search: plain http would be worse', async (_, error) => {
	const asked: string[] = []
	const candidates = ['https://friend.example/rides/', 'http://friend.example/rides/'].map((base) => ({
		base,
		path: '',
	}))
	const answer = await checkInstance(candidates, (url) => {
		asked.push(url)
		return Promise.reject(error)
	})
	expect(asked).toEqual(['https://friend.example/rides/api/instance'])
	expect(answer).toMatchObject({
		message: expect.stringContaining('certificate of friend.example/rides cannot be trusted'),
	})
})

test('of several failures, the most exact one is reported', async () => {
	const page = serving(() => new Response('<h1>Hello</h1>'))
	const answer = await checkInstance(
		[page, 'http://nobody.invalid/'].map((base) => ({ base, path: '' })),
		(url, signal) =>
			url.startsWith(page) ? getByFetch(url, signal) : Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')),
	)
	expect(answer).toMatchObject({ message: expect.stringContaining(`Somebody answers at ${host(page)}`) })
})

test('text without an address in it asks nobody, and is told what an address looks like', async () => {
	const answer = await checkInstance([], failing(new Error('asked')))
	expect(answer).toEqual({
		ok: false,
		message: 'There is no address in that. Paste one such as friend.example, or the link you were sent.',
	})
})

test.skipIf(!existsSync(BINARY))('the real server is recognised', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-check-'))
	const child = Bun.spawn([BINARY, 'serve', '--port', '0', '--base-path', '/rides', '--data-dir', folder], {
		env: {},
		stdout: 'pipe',
		stderr: 'inherit',
	})
	cleanups.push(async () => {
		child.kill()
		await child.exited
		rmSync(folder, { recursive: true, force: true })
	})
	let said = ''
	for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
		said += part
		if (/http:\/\/\S+\/rides/.test(said)) break
	}
	const base = `${/http:\/\/[^/\s]+/.exec(said)?.[0]}/rides/`
	expect(await check(base)).toMatchObject({ ok: true, base, version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
})
