import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { test as base, expect, fillSignUp, heading, uniqueName } from '../fixtures/people.ts'
import { addressOf, type DesktopApp, type DesktopStart, type WindowState } from './desktop-app.ts'
import { openUnderDouble } from './under-double.ts'
import { electronHere, openUnderElectron } from './under-electron.ts'

type OpenApp = (start?: Partial<DesktopStart>) => Promise<DesktopApp>

export const HOME = 'Who are you rating today?'

export const lanAddress = Object.values(networkInterfaces())
	.flat()
	.find((address) => address?.family === 'IPv4' && !address.internal)?.address

/** Runs the tests under the fake Electron, and under the real one if it is installed. */
export function desktopTests(tests: (test: ReturnType<typeof testWith>) => void) {
	const under = (title: string, open: (start: DesktopStart) => Promise<DesktopApp>) =>
		base.describe(title, { tag: '@desktop' }, () => {
			// One worker, because each worker would start its own shared app.
			base.describe.configure({ mode: 'default' })
			const test = testWith(open)
			// Each test starts Chromium, the app and a server; some states are polled every 30 s.
			test.setTimeout(150_000)
			tests(test)
		})
	under('under the double of Electron', openUnderDouble)
	if (electronHere) under('under Electron', openUnderElectron)
}

type Desktop = { userData: string; openApp: OpenApp; runningApp: DesktopApp }

const testWith = (open: (start: DesktopStart) => Promise<DesktopApp>) =>
	base.extend<Desktop, { sharedApp: DesktopApp }>({
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
		userData: async ({}, use) => {
			const folder = await newUserData()
			await use(folder)
			await rm(folder, { recursive: true, force: true })
		},

		openApp: async ({ userData }, use, info) => {
			const opened: DesktopApp[] = []
			await use(async (start) => {
				const app = await open({ userData, ...start })
				opened.push(app)
				return app
			})
			for (const [index, app] of opened.entries()) {
				await endWithServer(app)
				if (info.status !== info.expectedStatus) await info.attach(`app-${index}.log`, { body: app.log() })
			}
		},

		sharedApp: [
			// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
			async ({}, use) => {
				const userData = await newUserData()
				const app = await open({ userData })
				await use(app)
				await endWithServer(app)
				await rm(userData, { recursive: true, force: true })
			},
			{ scope: 'worker', timeout: 60_000 },
		],

		/**
		 * The shared app at its home screen, for tests whose only side effect is open windows. Closes those
		 * afterwards.
		 */
		runningApp: async ({ sharedApp }, use, info) => {
			await expect(heading(await productPage(sharedApp), HOME)).toBeVisible()
			await use(sharedApp)
			for (const window of await sharedApp.windows())
				if (window.url.startsWith('backseat-shell:')) await sharedApp.close(window)
			// The next test must not find a window that is still closing.
			await expect
				.poll(() => sharedApp.pages().filter((page) => addressOf(page).startsWith('backseat-shell:')))
				.toEqual([])
			if (info.status !== info.expectedStatus) await info.attach('app.log', { body: sharedApp.log() })
		},
	})

const newUserData = () => mkdtemp(join(tmpdir(), 'backseat-desktop-'))

async function endWithServer(app: DesktopApp) {
	const server = serverOf(app)
	if (isRunning(app.pid)) await app.kill()
	if (server) await expect.poll(() => isRunning(server), 'the server went with its app').toBe(false)
}

/** At most one page shows the instance. */
export async function productPage(app: DesktopApp, at = ''): Promise<Page> {
	return await pageThat(app, (address) => address.startsWith(at) && /^http:/.test(address), 'the product')
}

export const shellPage = (app: DesktopApp, name: string) =>
	pageThat(app, (address) => address === `backseat-shell://page/${name}`, `the page '${name}'`)

async function pageThat(app: DesktopApp, isIt: (address: string) => boolean, what: string): Promise<Page> {
	let found: Page | undefined
	await expect
		.poll(
			() => {
				found = app.pages().find((page) => isIt(addressOf(page)))
				return found !== undefined
			},
			{ message: `${what} is open`, timeout: 30_000 },
		)
		.toBe(true)
	return found as Page
}

export async function noShellPage(app: DesktopApp, name: string) {
	await expect.poll(() => app.pages().map(addressOf)).not.toContain(`backseat-shell://page/${name}`)
}

export const productWindow = (app: DesktopApp) => windowAt(app, 'http:')

export async function windowAt(app: DesktopApp, address: string): Promise<WindowState> {
	const window = (await app.windows()).find(({ url }) => url.startsWith(address))
	if (!window) throw new Error(`No window is at ${address}`)
	return window
}

export async function signedUp(app: DesktopApp) {
	const page = await productPage(app)
	await expect(heading(page, HOME)).toBeVisible()
	const username = uniqueName('driver')
	await page.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' }).click()
	await fillSignUp(page, username)
	await isSignedIn(page, username)
	return { page, username }
}

export const isSignedIn = (page: Page, username: string) =>
	expect(page.getByRole('banner').getByRole('button', { name: username })).toBeVisible()

export async function goTo(page: Page, path: string) {
	await page.evaluate((to) => location.assign(to), `/${path}`)
	await page.waitForURL((url) => url.pathname === `/${path}`)
}

/** A zombie (state Z) has exited but was not reaped yet. */
export function isRunning(pid: number): boolean {
	return processes().some((one) => one.pid === pid && !one.state.startsWith('Z'))
}

export function serverOf(app: DesktopApp): number | undefined {
	return processes().find(({ parent, command }) => parent === app.pid && command.includes('serve --desktop'))?.pid
}

function processes() {
	const list = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' })
	return list.split('\n').map((line) => {
		const [, pid, parent, state = '', command = ''] = line.match(/^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/) ?? []
		return { pid: Number(pid), parent: Number(parent), state, command }
	})
}

export const isAnswering = (address: string) =>
	fetch(address).then(
		() => true,
		() => false,
	)

type Ask = <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>

export const askFrom =
	(from: APIRequestContext): Ask =>
	async (method, path, body) => {
		const answer = await from.fetch(path, { method, data: body })
		expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
		return await answer.json()
	}

/** Calls the API from inside the window, because no other context has its partition's cookies. */
export const askIn =
	(page: Page): Ask =>
	async (method, path, body) =>
		JSON.parse(
			await page.evaluate(
				async ([how, where, what]) => {
					const headers = { 'Content-Type': 'application/json' }
					const answer = await fetch(where, { method: how, headers, body: what === '' ? null : what })
					return await answer.text()
				},
				[method, path, body === undefined ? '' : JSON.stringify(body)] as const,
			),
		)
