import { afterEach, expect, test } from 'bun:test'
import { LANGUAGES } from '#contract/languages.ts'
import type { Catalogue } from '#contract/text.ts'
import { contentIn } from '#server/operations/pictures/testing/content-in.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { testApp } from '#server/testing/test-app.ts'

/** Every text without a number is its English one behind the tag of the language. */
const marked = (tag: string): Catalogue => ({
	locale: tag,
	isRightToLeft: false,
	translations: new Proxy({}, { get: (_, english) => `${tag}: ${String(english)}` }),
})
const speakingApp = (settings: Parameters<typeof testApp>[0] = {}) =>
	testApp(settings, {
		offeredLanguages: LANGUAGES.filter(({ tag }) => ['en', 'de', 'pl'].includes(tag)),
		catalogueOf: (tag) => (tag === 'en' ? null : marked(tag)),
		ui: {
			page: ({ head, firstWords, linkLanguage }) => ({ text: () => `${head}${firstWords}|${linkLanguage}` }),
			inlineScriptHash: null,
			hasServiceWorker: false,
			file: () => null,
		},
	})
const GERMAN = { 'Accept-Language': 'de' }
const toClose: (() => unknown)[] = []
afterEach(() => {
	for (const close of toClose.splice(0)) close()
})

const tagIn = (page: unknown, name: string) => new RegExp(`"${name}" content="([^"]*)"`).exec(String(page))?.[1]
const titleIn = (page: unknown) => /<title>(.*?)<\/title>/.exec(String(page))?.[1]

test('a page and what a chat shows of it are in the language of the reader', async () => {
	const app = speakingApp()
	const jonas = await app.member('jonas')
	const { body } = await app.browser().get(`/rating/${jonas.id}`, GERMAN)

	expect(titleIn(body)).toStartWith('de: jonas')
	expect(tagIn(body, 'og:title')).toBe('de: How does jonas drive?')
	expect(tagIn(body, 'og:url')).not.toContain('in=')
	expect<unknown>(contentIn(tagIn(body, 'og:image') ?? '')).toEqual([2, 'preview', expect.anything(), 'de'])
	expect(String(body)).toContain('de: Safety')
	expect(String(body)).toEndWith('|de')
	const english = (await app.browser().get(`/rating/${jonas.id}`)).body
	expect(contentIn(tagIn(english, 'og:image') ?? '')).toHaveLength(3)
	expect(String(english)).toEndWith('|undefined')
})

test('a link that was sent shows chats the language of its sender, and its readers theirs', async () => {
	const app = speakingApp()
	const jonas = await app.member('jonas')
	const { body } = await app.browser().get(`/rating/${jonas.id}?in=pl`, GERMAN)

	expect(tagIn(body, 'og:title')).toBe('pl: How does jonas drive?')
	expect(tagIn(body, 'og:url')).toEndWith(`/rating/${jonas.id}?in=pl`)
	expect<unknown>(contentIn(tagIn(body, 'og:image') ?? '')).toEqual([2, 'preview', expect.anything(), 'pl'])
	expect(titleIn(body)).toStartWith('de: jonas')
	const unknown = (await app.browser().get(`/rating/${jonas.id}?in=tlh`)).body
	expect(tagIn(unknown, 'og:title')).toBe('How does jonas drive?')
	expect(tagIn(unknown, 'og:url')).toEndWith(`/rating/${jonas.id}`)
})

test('a sent page is in the language of its sender, whoever opens it', async () => {
	const app = speakingApp()
	const [mum, dad] = [await app.member('mum'), await app.member('dad')]
	const rating = await app.rate(mum, dad.id)
	const sent = await mum.post('/api/sent', { kind: 'receipt', ratingId: rating.id, pool: 'POSITIVE', place: 0 })
	const { path } = sent.body as { path: string }

	const polish = (await app.browser().get(`${path}?in=pl`, GERMAN)).body
	const english = (await app.browser().get(path, GERMAN)).body

	expect(String(polish)).toContain('<html lang="pl">')
	expect(String(polish)).toContain('pl: Rate them, too')
	expect(tagIn(polish, 'og:url')).toEndWith(`${path}?in=pl`)
	expect(contentIn(tagIn(polish, 'og:image') ?? '')).toHaveLength(4)
	expect(String(english)).toContain('<html lang="en">')
	expect(String(english)).toContain('>Rate them, too<')
	expect(contentIn(tagIn(english, 'og:image') ?? '')).toHaveLength(3)
})

test('who comes under a wrong name reads why in their language', async () => {
	const app = speakingApp({ basePath: '/rides' })
	const { status, body } = await app.browser().get('/home', { ...GERMAN, Accept: 'text/html' })

	expect(status).toBe(404)
	expect(String(body)).toContain('<html lang="de">')
	expect(String(body)).toContain('<h1>de: You got off one stop early</h1>')
})

test('a mail is in the language that its member chose, else in that of the browser that asked', async () => {
	const mail = await startMailServer()
	const publicUrl = new URL('https://rides.example')
	const app = speakingApp({ smtpUrl: mail.url, smtpFrom: 'rides@example.org', publicUrl })
	toClose.push(mail.close, app.close)
	const mum = await app.member('mum')
	const change = (body: object) => mum.patch(`/api/users/${mum.id}`, body)
	await change({ email: 'mum@home.example', password: mum.password })
	const subjectOfNext = async (nth: number) => {
		expect((await app.browser().post('/api/forgot-password', { username: 'mum' }, GERMAN)).status).toBe(202)
		app.wait(6)
		await mail.received(nth)
		return /^Subject: (.*)$/m.exec(mail.messages[nth - 1]?.data ?? '')?.[1]
	}

	expect(await subjectOfNext(1)).toBe('de: Set a new password for Backseat')
	await change({ language: 'pl' })
	expect(await subjectOfNext(2)).toBe('pl: Set a new password for Backseat')
})
