import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#contract/languages.ts'
import { PAGE_PATHS, type PagePath } from '#contract/pages.ts'
import { entriesOf, readCatalogue } from '../../scripts/languages/catalogues.ts'
import { openChangingServer } from '../fixtures/changing-server.ts'
import { driverRow, expect, inInstance, signUpWithoutHost, test } from '../fixtures/people.ts'

const withWorker = { serviceWorkers: 'allow', isNew: true } as const

/** The worker answers every address with the same page, so `bun run test` opens some of each kind. */
const OPENED_OFFLINE: readonly PagePath[] =
	process.env.E2E_EVERY_CASE === '1' ? PAGE_PATHS : ['/', '/claim/*', '/host/people', '/rating/*', '/settings']

/** Waits until the worker has cached what drivers are rated with, shortly after the first screen. */
const isKept = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** Waits until the worker has cached all files, at the second visit. */
const isKeptWhole = (page: Page) =>
	expect
		.poll(() =>
			page.evaluate(async () => {
				const sizes = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length)
				return Math.max(0, ...(await Promise.all(sizes)))
			}),
		)
		.toBeGreaterThan(BUILT_FILES)

const languageFiles = readFileSync('dist/ui/language-files.json', 'utf8')
/** Number of files in dist/ui/assets, without the words of other languages. The cache also holds the neutral page. */
const BUILT_FILES = [...new Bun.Glob('*.{js,css,woff2,svg}').scanSync('dist/ui/assets')].filter(
	(name) => !languageFiles.includes(name),
).length

const keptNames = (page: Page) => page.evaluate(() => caches.keys())

/** Every URL in cache storage, and all cached text. */
const everythingKept = (page: Page) =>
	page.evaluate(async () => {
		const addresses: string[] = []
		let text = ''
		for (const name of await caches.keys()) {
			const cache = await caches.open(name)
			for (const request of await cache.keys()) {
				addresses.push(new URL(request.url).pathname)
				text += await (await cache.match(request))?.text()
			}
		}
		return { addresses, text }
	})

test('after two visits every screen opens without network and goes on by itself when there is one; what is kept is the same for everybody [T33] [spec 8.19]', async ({
	member,
}) => {
	const { page, context, open, ask, id, username, expectNoAnswer } = await member('tunnel', withWorker)
	await ask('POST', '/api/ghost-drivers', { username: 'Uncle Nobody Knows' })
	for (const path of [`profile/${id}`, 'settings', 'home']) await open(path)
	await isKept(page)
	await open('home')
	await isKeptWhole(page)
	await expect(driverRow(page, 'Uncle Nobody Knows')).toBeVisible()
	expectNoAnswer()
	await context.setOffline(true)

	for (const pattern of OPENED_OFFLINE) {
		await open(pattern.slice(1).replace('*', '2'))
		// The splash has no header and redirects to home.
		await expect(page.getByRole('banner').getByText(username), pattern).toBeVisible()
		await expect(page.locator('main'), pattern).not.toBeEmpty()
	}
	await open('home')
	await expect(page.getByText('Your drivers are stuck in traffic')).toBeVisible()
	await context.setOffline(false)
	await expect(driverRow(page, 'Uncle Nobody Knows')).toBeVisible()

	await page.getByRole('banner').getByRole('button', { name: username }).click()
	await page.getByRole('menuitem', { name: 'Log out' }).click()
	await expect(page.getByRole('link', { name: 'Login or Sign Up' })).toBeVisible()
	const { addresses, text } = await everythingKept(page)
	expect(addresses.length).toBeGreaterThan(15)
	const ofApp = (path: string) => path.startsWith(inInstance('/assets/')) || path === inInstance('/offline.html')
	expect(addresses.filter((path) => !ofApp(path))).toEqual([])
	expect(text).toContain('data-session="unknown"')
	for (const secret of [username, String(id), 'Uncle Nobody Knows']) expect(text).not.toContain(secret)
})

test('without network the app speaks the language that was chosen', async ({ newPerson, instance }) => {
	const { page, context, open, expectNoAnswer } = await newPerson(withWorker)
	await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'ar', url: instance.address }])
	await open('home')
	const keptLanguage = () =>
		page.evaluate(
			async (path) => (await caches.match(path))?.headers.get('Content-Language'),
			inInstance('/offline.html'),
		)
	await expect.poll(keptLanguage).toBe('ar')
	expectNoAnswer()
	await context.setOffline(true)

	await open('home')

	await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
	const [failure = ''] = entriesOf(readCatalogue('ar')).get('Your drivers are stuck in traffic')?.msgstr ?? []
	await expect(page.getByText(failure)).toBeVisible()
})

test('an update takes over behind a form that is being filled in; old files go with the last page that needs them', {
	tag: '@desktop',
}, async ({ instance, newPerson }) => {
	const server = await openChangingServer(instance.address)
	const { page, context, open, expectNoAnswer, expectStatus } = await newPerson({ on: server, ...withWorker })
	await open('auth')
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	await signUpWithoutHost(page)
	await page.getByLabel('Username').fill('half.typed')
	await isKept(page)
	const oldScript = await page.evaluate(
		() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '',
	)

	server.update()
	await page.evaluate(async () => {
		const isTakenOver = new Promise((resolve) => {
			navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
		})
		await (await navigator.serviceWorker.ready).update()
		await isTakenOver
	})
	// The new worker deletes old caches before it is activated.
	await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

	await expect(page.getByLabel('Username')).toHaveValue('half.typed')
	expect(await keptNames(page)).toHaveLength(2)
	expect((await context.request.get(oldScript)).status()).toBe(404)
	expect(await page.evaluate(async (script) => (await fetch(script, { cache: 'reload' })).status, oldScript)).toBe(200)

	const other = await context.newPage()
	await other.goto('home')
	expect(await other.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)).toContain(
		'-updated.js',
	)
	await page.close()
	await other.close()

	const reopened = await context.newPage()
	await reopened.goto('home')
	await expect.poll(() => keptNames(reopened)).toEqual([expect.stringMatching(/ updated$/)])
	expectNoAnswer()
	await context.setOffline(true)
	await reopened.reload()
	await expect(reopened.getByText('Your drivers are stuck in traffic')).toBeVisible()
	await context.setOffline(false)
	await reopened.close()

	// Simulates an older server, or another program at this address.
	server.removeWorker()
	expectStatus(404)
	const last = await context.newPage()
	await last.goto('home')
	await expect.poll(() => keptNames(last)).toEqual([])
	expect(await last.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
	await last.close()
	await server.end()
})
