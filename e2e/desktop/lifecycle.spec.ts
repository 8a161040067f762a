import { expect, heading, submitVerdict } from '../fixtures/people.ts'
import {
	desktopTests,
	goTo,
	HOME,
	isAnswering,
	isRunning,
	isSignedIn,
	productPage,
	productWindow,
	serverOf,
	signedUp,
} from './desktop-tests.ts'

desktopTests((test) => {
	test('the app opens at home; a ride is rated, the server is killed, and nobody has to start again', async ({
		openApp,
	}) => {
		const app = await openApp()
		const { page, username } = await signedUp(app)
		const { origin } = new URL(page.url())
		await goTo(page, 'rating/2')
		await submitVerdict(page, { stars: 5 })

		const first = serverOf(app) ?? 0
		process.kill(first, 'SIGKILL')
		await expect.poll(() => serverOf(app) ?? first, { timeout: 30_000 }).not.toBe(first)
		await expect.poll(() => isAnswering(origin), { timeout: 30_000 }).toBe(true)
		await page.getByRole('link', { name: 'Back to Home' }).click()
		await expect(heading(page, HOME)).toBeVisible()
		await goTo(page, 'rating/2')
		await submitVerdict(page, { stars: 1 })
		expect(new URL(page.url()).origin).toBe(origin)
		await isSignedIn(page, username)

		const last = serverOf(app) ?? 0
		await app.quit()
		expect([isRunning(app.pid), isRunning(last)]).toEqual([false, false])
	})

	test('the next day a member is still signed in, at the same address, and the window opens where and as large as it was', {
		tag: '@thorough',
	}, async ({ openApp }) => {
		const yesterday = await openApp()
		const { page, username } = await signedUp(yesterday)
		const { origin } = new URL(page.url())
		const bounds = { x: 120, y: 90, width: 720, height: 640 }
		await yesterday.place(await productWindow(yesterday), bounds)
		await yesterday.quit()

		const app = await openApp()
		const today = await productPage(app)

		await isSignedIn(today, username)
		expect(new URL(today.url()).origin).toBe(origin)
		expect((await productWindow(app)).bounds).toEqual(bounds)
	})

	test('the window closes and the app is over; or it goes on serving, if that was asked for', {
		tag: '@thorough',
	}, async ({ openApp }) => {
		const app = await openApp()
		const page = await productPage(app)
		await expect(heading(page, HOME)).toBeVisible()
		expect(await app.hasTray()).toBe(false)
		await app.chooseMenu('keep-serving')
		await expect.poll(() => app.hasTray()).toBe(true)

		await app.close(await productWindow(app))
		expect((await productWindow(app)).isVisible).toBe(false)
		expect(await isAnswering(page.url())).toBe(true)

		await app.chooseMenu('show')
		await expect.poll(async () => (await productWindow(app)).isVisible).toBe(true)
		await app.chooseMenu('keep-serving')
		await expect.poll(() => app.hasTray()).toBe(false)
		const server = serverOf(app) ?? 0
		await app.close(await productWindow(app))
		await app.ended
		expect(isRunning(server)).toBe(false)
	})
})
