import { request } from '@playwright/test'
import { addGhost, expect, heading, rate } from '../fixtures/people.ts'
import type { DesktopApp } from './desktop-app.ts'
import {
	askFrom,
	askIn,
	desktopTests,
	HOME,
	lanAddress,
	noShellPage,
	productPage,
	productWindow,
	shellPage,
	signedUp,
	windowAt,
} from './desktop-tests.ts'

desktopTests((test) => {
	test('a claim link names its server first, and claims nothing before a yes', async ({
		runningApp: app,
		member,
		instance,
	}) => {
		const rater = await member('rater')
		const ghost = await addGhost(rater, 'Linked Lou')
		await rate(rater, ghost.id)
		const { origin } = new URL((await productPage(app)).url())
		const isUnclaimed = () => rater.ask('GET', `/api/ghost-drivers/claim/${ghost.token}`, undefined, 200)

		await app.startAgain([`backseat://claim/${ghost.token}?server=${encodeURIComponent(instance.address)}`])

		const asking = await shellPage(app, 'claim-link')
		const { host } = new URL(instance.address)
		await expect(asking.getByText(`Someone sent you a claim link on ${host}`)).toBeVisible()
		expect(app.pages()).toHaveLength(2)
		await isUnclaimed()

		await asking.getByRole('button', { name: `Open ${host}` }).click()
		const page = await productPage(app, instance.address)
		await expect(heading(page, "You've Been Rated")).toBeVisible()
		await isUnclaimed()
		await rideHere(app, origin)
	})

	test('riding along shows the friend’s home and takes none of this computer’s secrets there', async ({
		runningApp: app,
		instance,
	}) => {
		const own = await productPage(app)
		const { origin } = new URL(own.url())
		const secret = (await app.cookies(await productWindow(app))).find(({ name }) => name === 'backseat_desktop')
		expect(secret?.value).toMatch(/^[\w-]{43}$/)

		await app.chooseMenu('ride-along')
		const riding = await shellPage(app, 'ride-along')
		await riding.getByRole('radio', { name: /friend/ }).check()
		await riding.getByLabel('Address, invite link or claim link').fill(instance.address)
		await riding.getByRole('button', { name: 'Hop in' }).click()

		const friends = await productPage(app, instance.address)
		await expect(heading(friends, HOME)).toBeVisible()
		await noShellPage(app, 'ride-along')
		expect(JSON.stringify(await app.cookies(await productWindow(app)))).not.toContain('backseat_desktop')
		expect(await friends.evaluate(() => typeof (window as { shell?: unknown }).shell)).toBe('undefined')

		await rideHere(app, origin)
	})

	test('a new rating is shown by a badge and a notification, which leads to it', { tag: '@thorough' }, async ({
		openApp,
	}) => {
		test.skip(!lanAddress, 'This machine is on no network')
		const app = await openApp()
		const { page } = await signedUp(app)
		const { id } = await askIn(page)<{ id: number }>('GET', '/api/user')
		await app.chooseMenu('let-the-car-in')
		const panel = await shellPage(app, 'let-the-car-in')
		await panel.getByRole('switch', { name: 'Phones on this Wi-Fi may get in' }).click()
		await expect(panel.getByText(`http://${lanAddress}`).first()).toBeVisible()
		await app.close(await windowAt(app, 'backseat-shell://page/let-the-car-in'))
		await app.minimize(await productWindow(app))

		const phone = await request.newContext({ baseURL: `http://${lanAddress}:${new URL(page.url()).port}/` })
		await rate({ ask: askFrom(phone) }, id, { stars: 2 })
		await phone.dispose()

		await expect.poll(() => app.recorded('notification.show'), { timeout: 60_000 }).toHaveLength(1)
		expect((await app.recorded('app.setBadgeCount')).at(-1)).toEqual([1])

		await app.clickNotification()
		await page.waitForURL((url) => url.pathname === `/profile/${id}`)
		expect((await productWindow(app)).isFocused).toBe(true)
	})
})

/** Switches from a friend's instance back to the app's own. */
async function rideHere(app: DesktopApp, origin: string) {
	await app.chooseMenu('ride-here')
	await expect(heading(await productPage(app, origin), HOME)).toBeVisible()
}
