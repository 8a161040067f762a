import { expect, heading, test } from '../fixtures/people.ts'

test('an address that no page has shows the not-found screen, and says 404 to programs too [spec 8.18]', {
	tag: '@desktop',
}, async ({ newPerson }) => {
	const { page, context, open, expectStatus } = await newPerson()
	expectStatus(404)

	for (const path of ['nowhere', 'rating/2/x']) {
		const answer = await page.goto(path)
		await expect(heading(page, '404 Page Not Found')).toBeVisible()
		expect([path, answer?.status()]).toEqual([path, 404])
		expect([path, (await context.request.head(path)).status()]).toEqual([path, 404])
	}
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
	expect((await page.goto('rating/2/'))?.status()).toBe(200)
	await expect(heading(page, /Driving Today/)).toBeVisible()
	await open('rating/4711')
	await expect(heading(page, 'Driver Not Found')).toBeVisible()
})

test('what browsers and crawlers ask for by themselves is there, and other files are plainly not [T32]', {
	tag: '@both-sizes',
}, async ({ newPerson }) => {
	const { context } = await newPerson()
	const ask = async (path: string) => {
		const answer = await context.request.get(path, { headers: { Accept: 'text/html,*/*;q=0.8' } })
		const head = await context.request.head(path)
		expect([path, head.status(), head.headers()['content-type']]).toEqual([
			path,
			answer.status(),
			answer.headers()['content-type'],
		])
		return { status: answer.status(), type: answer.headers()['content-type'], body: await answer.body() }
	}

	const icon = await ask('favicon.ico')
	expect(icon).toMatchObject({ status: 200, type: expect.stringMatching(/^image\/(x-icon|vnd\.microsoft\.icon)$/) })
	expect([...icon.body.subarray(0, 4)]).toEqual([0, 0, 1, 0])
	const touch = await ask('apple-touch-icon.png')
	expect(touch).toMatchObject({ status: 200, type: 'image/png' })
	expect(touch.body.toString('latin1', 1, 4)).toBe('PNG')
	const robots = await ask('robots.txt')
	expect(robots).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/plain/) })
	expect(String(robots.body)).toMatch(/^User-agent: \*\nDisallow: \/\n/m)

	for (const path of ['wp-login.php', 'assets/nope-12345678.js', '.well-known/security.txt', 'sitemap.xml', '.env'])
		expect([path, await ask(path)]).toMatchObject([path, { status: 404, type: 'text/plain; charset=utf-8' }])
})

test('a person who opens the address beside the base path reads where to go, and gets there', {
	tag: '@thorough',
}, async ({ ownInstance, browser }) => {
	const { address } = await ownInstance('--base-path', '/rides')
	const page = await browser.newPage()

	const answer = await page.goto(new URL('/', address).href)

	expect(answer?.status()).toBe(404)
	await expect(heading(page, 'You got off one stop early')).toBeVisible()
	await page.getByRole('link', { name: '/rides/' }).click()
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
	await page.close()
})
