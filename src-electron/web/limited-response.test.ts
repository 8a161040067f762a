import { afterEach, expect, test } from 'bun:test'
import { limitedResponse } from './limited-response.ts'
import { getByFetch, HOSTILE, hostileServer } from './testing/hostile-server.ts'

const closing: (() => void)[] = []
afterEach(() => {
	for (const close of closing.splice(0)) close()
})

/** Bytes that the buffers of both sides and of the system hold before backpressure reaches the server. */
const IN_BUFFERS_BYTES = 32 * 1024 * 1024
const SOON_MS = 300

async function asked(url: string, limits: { longestBytes?: number; withinMs?: number } = {}) {
	return await limitedResponse((signal) => getByFetch(url, signal), limits).catch((error: unknown) => error)
}

function serving(answer: (request: Request) => Response): string {
	const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
	closing.push(() => server.stop(true))
	return server.url.href
}

test.each(Object.entries(HOSTILE))(
	'a server that %s is disconnected, and nothing it sent counts [T30]',
	async (_how, hostility) => {
		const server = await hostileServer(hostility)
		closing.push(server.close)

		const answer = await asked(server.base, { withinMs: SOON_MS })

		if (!(answer instanceof Error)) expect(answer).toEqual({ status: 200, json: undefined })
		// Settles once the connection is closed.
		expect(await server.sentBytes()).toBeLessThan(IN_BUFFERS_BYTES)
	},
)

test('what is short enough to the last byte is read, one byte more is not', async () => {
	const json = JSON.stringify('x'.repeat(998))
	const base = serving(() => new Response(json))

	expect(await asked(base, { longestBytes: 1000 })).toEqual({ status: 200, json: 'x'.repeat(998) })
	expect(await asked(base, { longestBytes: 999 })).toEqual({ status: 200, json: undefined })
})

test('what was packed counts as what it unpacks to', async () => {
	const packed = Bun.gzipSync(Buffer.from(JSON.stringify('x'.repeat(100_000))))
	expect(packed.byteLength).toBeLessThan(1000)
	const base = serving(() => new Response(packed, { headers: { 'content-encoding': 'gzip' } }))

	expect(await asked(base, { longestBytes: 99_999 })).toEqual({ status: 200, json: undefined })
	expect(await asked(base, { longestBytes: 200_000 })).toMatchObject({ status: 200, json: 'x'.repeat(100_000) })
})

test('letters that come in two pieces are whole', async () => {
	const bytes = new TextEncoder().encode('"Zoë 🚗"')
	const base = serving(
		() =>
			new Response(
				new ReadableStream({
					start(body) {
						for (const byte of bytes) body.enqueue(new Uint8Array([byte]))
						body.close()
					},
				}),
			),
	)

	expect(await asked(base)).toEqual({ status: 200, json: 'Zoë 🚗' })
})

test.each([401, 404, 500, 503])('of an answer %i only the status is read', async (status) => {
	expect(await asked(serving(() => Response.json({ id: 1 }, { status })))).toEqual({ status, json: undefined })
})

test('a server that redirects again and again is not followed once', async () => {
	let visits = 0
	const base = serving(({ url }) => {
		visits += 1
		return Response.redirect(`${url}x`)
	})

	expect(await asked(base)).toBeInstanceOf(Error)
	expect(visits).toBe(1)
})

test('a request that ignores being aborted is not waited for', async () => {
	const deaf = () => new Promise<never>(() => {})
	expect(limitedResponse(deaf, { withinMs: 20 })).rejects.toThrow('Too slow')

	const mumbling = {
		async *[Symbol.asyncIterator]() {
			yield new Uint8Array(1)
			await deaf()
		},
	}
	expect(limitedResponse(async () => ({ status: 200, body: mumbling }), { withinMs: 20 })).rejects.toThrow('Too slow')
})
