import { everyCall } from '#contract/every-call.ts'
import { expect, test } from '../fixtures/people.ts'

/** What /home may cost a phone on a slow road: all JavaScript of its first load, as it travels. */
const BUDGET_BYTES = 150 * 1024

test('the first load of /home sends at most 150 KB of JavaScript, compressed and to be kept for ever', async ({
	newPerson,
}) => {
	const { page, open } = await newPerson({ isNew: true })
	const scripts: { name: string; sent: number; headers: Record<string, string> }[] = []
	const asked: string[] = []
	page.on('request', (request) => {
		if (request.method() === 'GET') asked.push(new URL(request.url()).pathname)
	})
	page.on('requestfinished', async (request) => {
		const answer = await request.response()
		const { pathname } = new URL(request.url())
		if (!answer || !pathname.endsWith('.js')) return
		const { responseBodySize } = await request.sizes()
		scripts.push({ name: pathname, sent: responseBodySize, headers: await answer.allHeaders() })
	})

	await open('home')
	await expect(page.getByRole('heading', { name: 'Who are you rating today?' })).toBeVisible()
	await page.waitForLoadState('networkidle')

	expect(
		asked.filter((path) => path.includes('/api/')),
		'the data are in the page',
	).toEqual([])
	expect(scripts.length, 'scripts seen').toBeGreaterThan(1)
	const sent = scripts.reduce((sum, script) => sum + script.sent, 0)
	const list = scripts.map((script) => `${script.name} ${script.sent}`).join('\n')
	expect(sent, `JavaScript sent:\n${list}`).toBeLessThanOrEqual(BUDGET_BYTES)
	test.info().annotations.push({ type: 'JavaScript sent', description: `${sent} of ${BUDGET_BYTES} bytes` })

	for (const { name, sent, headers } of scripts) {
		if (sent > 1024) expect(headers['content-encoding'], name).toBe('br')
		if (name.includes('/assets/')) expect(headers['cache-control'], name).toContain('immutable')
	}
})

test('what the API document says of the calls is in nothing that browsers load', async () => {
	const built = new Bun.Glob('dist/ui/**/*.js')
	const scripts = await Promise.all([...built.scanSync('.')].map((path) => Bun.file(path).text()))
	const sentences = everyCall
		.flatMap(({ words }) => [words.description ?? [], Object.values(words.answers)].flat())
		.filter(({ length }) => length > 25)

	expect(scripts.length).toBeGreaterThan(10)
	expect(sentences.length).toBeGreaterThan(60)
	// A sentence of the screens, so that it is known how a text stands in there.
	expect(scripts.some((script) => script.includes('The tea has been spilled!'))).toBe(true)
	expect(sentences.filter((sentence) => scripts.some((script) => script.includes(sentence)))).toEqual([])
})
