import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildVersion } from '../../scripts/build/build-version.ts'
import { expectAccessibleInOneTheme } from '../accessibility/accessible.ts'
import { addGhost, expect, heading } from '../fixtures/people.ts'
import {
	askIn,
	desktopTests,
	goTo,
	HOME,
	isAnswering,
	lanAddress,
	productPage,
	productWindow,
	shellPage,
	signedUp,
	windowAt,
} from './desktop-tests.ts'

desktopTests((test) => {
	test('another program on this computer gets nothing but a 403', async ({ runningApp }) => {
		const page = await productPage(runningApp)
		for (const path of ['', 'home', 'api/instance', 'api/users', 'assets/nothing.js'])
			expect((await fetch(new URL(`/${path}`, page.url()))).status, path).toBe(403)
	})

	test('a page opens no window and goes nowhere else; what the system is for goes there', { tag: '@thorough' }, async ({
		openApp,
	}) => {
		const app = await openApp()
		const page = await productPage(app)
		await expect(heading(page, HOME)).toBeVisible()
		const here = page.url()
		const tryWindow = (url: string) => page.evaluate((to) => void window.open(to), url)
		const handedOver = () => app.recorded('shell.openExternal')

		for (const url of ['file:///etc/passwd', 'http://127.0.0.1:1/', 'javascript:alert(1)', 'data:text/html,hi'])
			await tryWindow(url)
		for (const url of ['http://127.0.0.1:1/', 'data:text/html,hi', 'file:///etc/passwd'])
			await page.evaluate((to) => location.assign(to), url).catch(() => {})
		await expect.poll(async () => (await app.windows()).length).toBe(1)
		await expect.poll(() => app.pages().length).toBe(1)
		expect(await handedOver()).toEqual([])

		await tryWindow('https://rides.example/')
		await expect.poll(handedOver).toEqual([['https://rides.example/']])
		// The limit is one per second, to prevent a flood of windows.
		await expect(async () => {
			await page.evaluate(() => location.assign('sms:?body=Rate%20me'))
			expect(await handedOver()).toContainEqual(['sms:?body=Rate%20me'])
		}).toPass()
		await expect.poll(() => app.pages().length).toBe(1)
		expect(page.url()).toBe(here)
		await expect(heading(page, HOME)).toBeVisible()
	})

	test('every window is in the sandbox, without Node, and the product has no preload [T30]', async ({
		runningApp: app,
	}) => {
		await productPage(app)
		await app.chooseMenu('ride-along')
		await shellPage(app, 'ride-along')
		const closed = { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false }
		const { preferences: product } = await productWindow(app)
		expect(product).toMatchObject({ ...closed, partition: 'persist:this-computer' })
		expect(product).not.toHaveProperty('preload')
		const { preferences: page } = await windowAt(app, 'backseat-shell:')
		expect(page).toMatchObject({ ...closed, partition: 'shell', preload: expect.stringMatching(/preload\.cjs$/) })
	})

	test('pages of the product have no bridge to the app, the pages of the app have three calls', async ({
		runningApp: app,
	}) => {
		const page = await productPage(app)
		await app.chooseMenu('ride-along')
		const riding = await shellPage(app, 'ride-along')
		await expect(heading(riding, 'Ride along')).toBeVisible()

		expect(await page.evaluate(() => typeof (window as { shell?: unknown }).shell)).toBe('undefined')
		expect(await riding.evaluate(() => Object.keys((window as { shell?: object }).shell ?? {}).sort())).toEqual([
			'act',
			'onState',
			'state',
		])
		const state = await riding.evaluate(() => (window as { shell?: { state(): Promise<object> } }).shell?.state())
		expect(state).toMatchObject({ version: await buildVersion() })
	})

	test('the car is let in and out again', async ({ runningApp: app }) => {
		test.skip(!lanAddress, 'This machine is on no network')
		const { page } = await signedUp(app)
		const { port } = new URL(page.url())
		const phone = `http://${lanAddress}:${port}/`
		expect(await isAnswering(phone)).toBe(false)

		await app.chooseMenu('let-the-car-in')
		const panel = await shellPage(app, 'let-the-car-in')
		const letIn = panel.getByRole('switch', { name: 'Phones on this Wi-Fi may get in' })
		await letIn.click()
		await expect(panel.getByText(phone, { exact: true })).toBeVisible()
		await expect(panel.getByRole('img', { name: `QR code for ${phone}` })).toBeVisible()

		// Phones connect without the app's secret.
		expect((await fetch(`${phone}api/instance`)).status).toBe(200)
		const { id } = await addGhost({ ask: askIn(page) }, 'Lent Lena')
		await goTo(page, `share-ghost/${id}`)
		await expect(page.getByText(new RegExp(`^${phone}claim/`))).toBeVisible()

		await letIn.click()
		await expect(panel.getByText(phone, { exact: true })).toHaveCount(0)
		await expect.poll(() => isAnswering(phone)).toBe(false)
		await expect.poll(() => isAnswering(page.url())).toBe(true)
		await goTo(page, 'home')
	})

	test('its window hears of changes at once, as the worker that listens shows the secret, too', {
		tag: '@thorough',
	}, async ({ openApp }) => {
		const app = await openApp()
		// Without EventSource in the page, only the shared worker can hold a stream.
		await (await productPage(app)).evaluate(() => Reflect.deleteProperty(window, 'EventSource'))
		const { page } = await signedUp(app)
		const ask = askIn(page)
		let added = 0

		// The stream opens a moment after the screen.
		await expect(async () => {
			const name = `Uncle Bob ${++added}`
			await ask('POST', '/api/ghost-drivers', { username: name })
			await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible({ timeout: 1000 })
		}).toPass({ timeout: 15_000 })
	})

	test('the app’s own pages can be used by everybody, in light and in dark', async ({ openApp, userData }) => {
		const data = join(userData, 'data')
		await writeFile(data, 'in the way')
		const app = await openApp()
		const trouble = await shellPage(app, 'trouble')
		await expect(heading(trouble, 'No room for the logbook')).toBeVisible()
		await expectAccessibleInOneTheme(trouble, 'trouble', 0)
		await rm(data)
		await trouble.getByRole('button', { name: 'Try again' }).click()
		await expect(heading(await productPage(app), HOME)).toBeVisible()

		await app.chooseMenu('let-the-car-in')
		const panel = await shellPage(app, 'let-the-car-in')
		await panel.getByRole('switch', { name: 'Phones on this Wi-Fi may get in' }).click()
		if (lanAddress) await expect(panel.getByRole('img', { name: /^QR code/ })).toBeVisible()
		await expectAccessibleInOneTheme(panel, 'the car let in', 1)

		await app.chooseMenu('ride-along')
		const riding = await shellPage(app, 'ride-along')
		await riding.getByRole('radio', { name: /friend/ }).check()
		await expectAccessibleInOneTheme(riding, 'riding along', 2)

		await app.openUrl(`backseat://claim/abcdefghij?server=${encodeURIComponent('https://rides.example/')}`)
		const claim = await shellPage(app, 'claim-link')
		await expect(claim.getByRole('button', { name: 'Open rides.example' })).toBeVisible()
		await expectAccessibleInOneTheme(claim, 'a claim link', 3)

		await app.chooseMenu('updates')
		const updates = await shellPage(app, 'updates')
		await expect(updates.getByRole('heading', { level: 1 })).toBeVisible()
		await expectAccessibleInOneTheme(updates, 'updates', 4)
	})
})
