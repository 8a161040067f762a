import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, heading, submitVerdict } from '../fixtures/people.ts'
import {
	addressOfServer,
	desktopTests,
	goTo,
	HOME,
	isAnswering,
	isRunning,
	isSignedIn,
	noShellPage,
	productPage,
	productWindow,
	serverOf,
	shellPage,
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

	test('somebody who comes back the next day is still signed in, at the same address', { tag: '@thorough' }, async ({
		openApp,
	}) => {
		const yesterday = await openApp()
		const { page, username } = await signedUp(yesterday)
		const { origin } = new URL(page.url())
		await yesterday.quit()

		const today = await productPage(await openApp())

		await isSignedIn(today, username)
		expect(new URL(today.url()).origin).toBe(origin)
	})

	test('before a version opens the data for the first time they are copied, and not again at its next start', {
		tag: '@thorough',
	}, async ({ openApp, userData }) => {
		const settings = join(userData, 'desktop-settings.json')
		const copiesAfterARide = async () => {
			const app = await openApp()
			await expect(heading(await productPage(app), HOME)).toBeVisible()
			await app.quit()
			return await readdir(join(userData, 'backups')).catch(() => [])
		}
		expect(await copiesAfterARide()).toEqual([])
		const remembered = JSON.parse(await readFile(settings, 'utf8'))
		await writeFile(settings, JSON.stringify({ ...remembered, lastVersion: '0.0.1' }))

		expect(await copiesAfterARide()).toEqual([expect.stringContaining(`before-${remembered.lastVersion}-`)])
		expect(await copiesAfterARide()).toHaveLength(1)
	})

	test('the window opens where and as large as it was left', { tag: '@thorough' }, async ({ openApp }) => {
		const before = await openApp()
		await expect(heading(await productPage(before), HOME)).toBeVisible()
		const bounds = { x: 120, y: 90, width: 720, height: 640 }
		await before.place(await productWindow(before), bounds)
		await before.quit()

		const app = await openApp()
		await productPage(app)
		expect((await productWindow(app)).bounds).toEqual(bounds)
	})

	test('a server that stalls again and again is left alone until somebody tries again', { tag: '@thorough' }, async ({
		openApp,
	}) => {
		const app = await openApp()
		await expect(heading(await productPage(app), HOME)).toBeVisible()
		const shot = new Set<number>()
		await expect
			.poll(
				async () => {
					const server = serverOf(app)
					if (server && !shot.has(server)) process.kill(server, 'SIGKILL')
					if (server) shot.add(server)
					return (await app.windows()).map(({ url }) => url)
				},
				{ timeout: 60_000, intervals: [200] },
			)
			.toContain('backseat-shell://page/trouble')
		expect(shot.size).toBe(4)
		const trouble = await shellPage(app, 'trouble')
		await expect(heading(trouble, 'The engine keeps stalling')).toBeVisible()
		await expect(trouble.getByLabel('What the server said last')).toContainText('SIGKILL')
		// What is in the window behind stays: somebody may have typed there.
		await expect(heading(await productPage(app), HOME)).toBeVisible()

		await trouble.getByRole('button', { name: 'Try again' }).click()

		await noShellPage(app, 'trouble')
		await expect.poll(() => serverOf(app)).toBeDefined()
	})

	test('a second start brings the window of the first to the front and opens no other', { tag: '@thorough' }, async ({
		runningApp: app,
	}) => {
		await app.minimize(await productWindow(app))
		expect((await productWindow(app)).isFocused).toBe(false)

		await app.startAgain()

		await expect.poll(async () => (await app.windows()).map(({ isFocused }) => isFocused)).toEqual([true])
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

	test('somebody else has our port: the app takes another one', { tag: '@thorough' }, async ({ openApp, userData }) => {
		const squatter = createServer()
		await once(squatter.listen(0, '127.0.0.1'), 'listening')
		const port = Number(new URL(addressOfServer(squatter)).port)
		await writeFile(join(userData, 'desktop-settings.json'), JSON.stringify({ port }))

		const page = await productPage(await openApp())

		await expect(heading(page, HOME)).toBeVisible()
		expect(new URL(page.url()).port).not.toBe(`${port}`)
		squatter.close()
	})

	test.describe('when the data cannot be read, a page says what to do, and afterwards it works again', {
		tag: '@thorough',
	}, () => {
		const damages: [what: string, title: RegExp, damage: (data: string) => Promise<() => Promise<void>>][] = [
			['damaged data', /logbook is damaged/, (data) => overwritten(data, 0, Buffer.alloc(100, 'x'))],
			// The file says its version at byte 60 (user_version).
			['data of a newer version', /newer model/, (data) => overwritten(data, 60, Buffer.from([0, 0, 3, 231]))],
			[
				'a file where the folder should be',
				/No room for the logbook/,
				async (data) => {
					await rm(data, { recursive: true })
					await writeFile(data, '')
					return () => rm(data)
				},
			],
		]
		for (const [what, title, damage] of damages)
			test(what, async ({ openApp, userData }) => {
				const before = await openApp()
				await expect(heading(await productPage(before), HOME)).toBeVisible()
				await before.quit()
				const mend = await damage(join(userData, 'data'))
				const app = await openApp()
				const trouble = await shellPage(app, 'trouble')
				await expect(trouble.getByRole('heading', { level: 1 })).toHaveText(title)
				await expect(trouble.getByText(join(userData, 'data')).first()).toBeVisible()
				await trouble.getByRole('button', { name: 'Open data folder' }).click()
				await expect.poll(() => app.recorded('shell.openPath')).toEqual([[join(userData, 'data')]])

				await mend()
				await trouble.getByRole('button', { name: 'Try again' }).click()

				await expect(heading(await productPage(app), HOME)).toBeVisible()
				await noShellPage(app, 'trouble')
			})
	})
})

/** Spoils a part of the data; answers how to undo it. */
async function overwritten(data: string, at: number, bytes: Buffer) {
	const file = join(data, 'backseat.db')
	const good = await readFile(file)
	await writeFile(file, Buffer.concat([good.subarray(0, at), bytes, good.subarray(at + bytes.length)]))
	return () => writeFile(file, good)
}
