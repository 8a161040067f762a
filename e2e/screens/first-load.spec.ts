import type { Request } from '@playwright/test'
import { everyCall } from '#contract/every-call.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { drifted, IN_BROWSER, recorded } from '../../scripts/weights/weights.ts'
import { expect, test } from '../fixtures/people.ts'

/** Limits for /home on a slow phone, until the first driver can be tapped. */
const SCRIPT_BYTES_MAX = 110 * 1024
const REQUESTS_MAX = 10
/** Scripts of all other screens, including those that only claimers load. */
const OTHER_SCRIPTS_MAX = 38

test('/home can be used after 110 KB of scripts, asked for by the page itself, and before anything of another screen', async ({
	newPerson,
}) => {
	const { page, open } = await newPerson({ isNew: true })
	const asked: Request[] = []
	page.on('request', (request) => asked.push(request))
	await page.addInitScript(noteWhenUsable)

	await open('home')
	await expect(page.getByRole('link', { name: /Demo/i }).first()).toBeVisible()
	// Read from the page: on a busy machine this test notices later, when other screens are already loading.
	const noted = await page.waitForFunction(() => (window as unknown as { usableAt?: number }).usableAt)
	const usableAt = (await noted.jsonValue()) ?? 0
	// A request without a response reports 0 as its start time.
	for (const request of asked) await request.response()
	const beforeUse = asked.filter((request) => request.timing().startTime <= usableAt)

	// The style sheet loads fonts and the road, and nothing waits for them.
	const files = beforeUse.slice(1).filter((request) => !['font', 'image'].includes(request.resourceType()))
	const html = (await (await beforeUse[0]?.response())?.text()) ?? ''
	const addresses = files.map((request) => new URL(request.url()).pathname)
	expect(addresses.filter((address) => !html.includes(`"${address}"`))).toEqual([])
	expect(beforeUse.length, addresses.join('\n')).toBeLessThanOrEqual(REQUESTS_MAX)

	const faces = ['800 1em "Bricolage Grotesque"', '400 1em Figtree']
	const found = await page.evaluate(
		(faces) => Promise.all(faces.map((face) => document.fonts.load(face, 'Who'))),
		faces,
	)
	expect(found.map(({ length }) => length)).toEqual([1, 1])

	const scripts = files.filter((request) => request.resourceType() === 'script')
	expect(scripts.length).toBeGreaterThan(0)
	const sizes = await Promise.all(scripts.map(async (script) => (await script.sizes()).responseBodySize))
	const sent = sizes.reduce((sum, size) => sum + size, 0)
	expect(
		sent,
		`JavaScript sent:\n${scripts.map((script, at) => `${script.url()} ${sizes[at]}`).join('\n')}`,
	).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)
	test.info().annotations.push({ type: 'JavaScript sent', description: `${sent} of ${SCRIPT_BYTES_MAX} bytes` })
	const built = builtScripts().filter((path) => path.startsWith('assets/'))
	expect(built.length - scripts.length).toBeLessThanOrEqual(OTHER_SCRIPTS_MAX)

	for (const script of scripts) {
		const headers = (await (await script.response())?.allHeaders()) ?? {}
		expect(headers['cache-control'], script.url()).toContain('immutable')
		if ((sizes[scripts.indexOf(script)] ?? 0) > 1024) expect(headers['content-encoding'], script.url()).toBe('br')
	}
})

test('what a guest’s first visit loads until nine seconds after it has not grown', async ({ newPerson }) => {
	const { page, open } = await newPerson({ isNew: true })
	const asked: Request[] = []
	page.context().on('request', (request) => asked.push(request))

	await open('home')
	await page.waitForTimeout(9000)
	const sizes = await Promise.all(asked.map(bytesOf))
	// The names on this page have no accents, so the basic files suffice.
	const fonts = asked.filter((request) => request.resourceType() === 'font').map((request) => request.url())
	expect(fonts.map((url) => /(\w+-\w+)-.{8}\.woff2$/.exec(url)?.[1]).toSorted()).toEqual([
		'display-basic',
		'text-basic',
	])
	const figures = {
		[`${IN_BROWSER}, a guest’s first visit to /home until 9 s after it: requests`]: asked.length,
		[`${IN_BROWSER}, a guest’s first visit to /home until 9 s after it: bytes`]: sizes.reduce(
			(sum, size) => sum + size,
			0,
		),
	}
	const record = await recorded()

	expect(
		drifted(figures, Object.fromEntries(Object.keys(figures).map((name) => [name, record[name] ?? 0]))),
		asked.map((request, at) => `${new URL(request.url()).pathname} ${sizes[at]}`).join('\n'),
	).toEqual([])
})

/** Without the words of other languages, whose keys are English texts. */
function builtScripts(): string[] {
	const words = new RegExp(`^assets/(${LANGUAGES.map(({ tag }) => tag).join('|')})-(start|rest|host)`)
	return [...new Bun.Glob('**/*.js').scanSync('dist/ui')].filter((path) => !words.test(path))
}

/** As sent. Playwright's own sizes() never ends for what a service worker asks for. */
async function bytesOf(request: Request): Promise<number> {
	const response = await Promise.race([request.response(), Bun.sleep(1000)])
	return Number((await response?.allHeaders())?.['content-length'] ?? 0)
}

/** Runs in the page. Records when the first driver could be tapped, in epoch ms. */
const noteWhenUsable = () =>
	new MutationObserver((_, observer) => {
		// The first words have the same links.
		if (document.querySelector('.first-words')) return
		if (![...document.links].some(({ textContent }) => /Demo/i.test(textContent ?? ''))) return
		Object.assign(window, { usableAt: Date.now() })
		observer.disconnect()
	}).observe(document, { childList: true, subtree: true })

test('what the API document says of the calls is in nothing that browsers load', async () => {
	const scripts = await Promise.all(builtScripts().map((path) => Bun.file(`dist/ui/${path}`).text()))
	const sentences = everyCall
		.map(({ call }) => call.docs())
		.flatMap(({ description, answers }) => [description ?? [], Object.values(answers)].flat())
		.filter(({ length }) => length > 25)

	expect(scripts.length).toBeGreaterThan(8)
	expect(sentences.length).toBeGreaterThan(60)
	// Control: a known text appears literally in the scripts.
	expect(scripts.some((script) => script.includes('The tea has been spilled!'))).toBe(true)
	expect(sentences.filter((sentence) => scripts.some((script) => script.includes(sentence)))).toEqual([])
})

test('no script asks for the languages of the browser, which loads ICU before the first screen', async () => {
	const built = new Bun.Glob('dist/ui/assets/*.js')
	const scripts = await Promise.all([...built.scanSync('.')].map((path) => Bun.file(path).text()))

	// Control: React Aria is among them.
	expect(scripts.some((script) => script.includes('react-aria'))).toBe(true)
	expect(scripts.filter((script) => script.includes('supportedLocalesOf'))).toEqual([])
})
