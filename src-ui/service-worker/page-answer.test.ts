import { expect, test } from 'bun:test'
import { fileAnswer, pageAnswer } from './page-answer.ts'

const never = () => new Promise<never>(() => undefined)
const kept = () =>
	new Response('<html><style nonce="abc+/=">', {
		headers: {
			'Content-Security-Policy': "script-src 'self'; style-src 'self' 'nonce-abc+/='",
			'Content-Encoding': 'gzip',
		},
	})
const nothing = Promise.resolve<Response | undefined>(undefined)
const answerTo = (
	ask: () => Promise<Response>,
	{ preloaded = nothing, patience = never as () => Promise<void>, neutral = true } = {},
) => pageAnswer({ preloaded, ask, patience, neutralPage: async () => (neutral ? kept() : undefined) })
const isKept = async (answer: Response) => (await answer.text()).startsWith('<html><style')

test.each([200, 304, 404, 429, 500])('a page that the server sends is the one that is shown: %d', async (status) => {
	const sent = new Response(null, { status })

	expect(await answerTo(async () => sent)).toBe(sent)
})

test.each([502, 503, 504])('while the server is away (%d) people get the page that is kept', async (status) => {
	expect(await isKept(await answerTo(async () => new Response('a proxy', { status })))).toBe(true)
})

test('without network people get the page that is kept', async () => {
	expect(await isKept(await answerTo(() => Promise.reject(new TypeError('Failed to fetch'))))).toBe(true)
})

test('a page that the browser has asked for already is not asked for again', async () => {
	const sent = new Response('early')

	expect(await answerTo(never, { preloaded: Promise.resolve(sent) })).toBe(sent)
})

test('without network people get the page that is kept in Firefox too, which has preloaded an error by then [B23]', async () => {
	const preloaded = Promise.resolve(Response.error())

	expect(await isKept(await answerTo(() => Promise.reject(new TypeError('NetworkError')), { preloaded }))).toBe(true)
})

test('without network people get the page that is kept in Chromium too, where preloading fails', async () => {
	const preloaded = Promise.reject(new TypeError('net::ERR_INTERNET_DISCONNECTED'))

	expect(await isKept(await answerTo(never, { preloaded }))).toBe(true)
})

test('on a road where nothing arrives and nothing fails, they get it after a while', async () => {
	let givesUp = () => undefined as undefined
	const patience = () => new Promise<void>((resolve) => (givesUp = () => void resolve()))
	const answer = answerTo(never, { patience })

	givesUp()

	expect(await isKept(await answer)).toBe(true)
})

test('each page that is kept is shown with a nonce of its own, in its policy and in its text', async () => {
	const answers = await Promise.all([1, 2].map(() => answerTo(() => Promise.reject(new TypeError()))))

	const nonces = await Promise.all(
		answers.map(async (answer) => {
			const [, inPolicy] = /'nonce-([^']+)'/.exec(answer.headers.get('Content-Security-Policy') ?? '') ?? []
			const [, inText] = /nonce="([^"]+)"/.exec(await answer.text()) ?? []
			expect(inText).toBe(inPolicy)
			expect(answer.headers.get('Content-Encoding')).toBeNull()
			return inText
		}),
	)
	expect(new Set([...nonces, 'abc+/=', undefined]).size).toBe(4)
})

test('where the browser has thrown away what was kept, people see what happened', async () => {
	const away = new Response('a proxy', { status: 502 })

	expect(await answerTo(async () => away, { neutral: false })).toBe(away)
	expect(answerTo(() => Promise.reject(new TypeError('Failed to fetch')), { neutral: false })).rejects.toThrow(
		'Failed to fetch',
	)
})

test('a file comes from what is kept, else from the server; an aborted request is no error of the worker [B23]', async () => {
	const [file, sent] = [new Response('kept'), new Response('sent')]
	const aborted = () => Promise.reject(new DOMException('The operation was aborted.', 'AbortError'))

	expect(await fileAnswer(Promise.resolve(file), aborted)).toBe(file)
	expect(await fileAnswer(nothing, async () => sent)).toBe(sent)
	expect((await fileAnswer(nothing, aborted)).type).toBe('error')
})
