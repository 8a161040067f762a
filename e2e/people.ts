import {
	type BrowserContext,
	type BrowserContextOptions,
	test as base,
	expect,
	type Locator,
	type Page,
} from '@playwright/test'
import { type Instance, openInstance } from './instance.ts'
import { endInstance, noteSecretsIn, secretsRead } from './secrets.ts'
import { watch } from './watch.ts'

export { expect } from '@playwright/test'

export const PASSWORD = 'shotgun-rider'

/** Somebody with a browser of their own. */
export type Person = {
	page: Page
	context: BrowserContext
	/** Opens an address below the instance's: 'home', 'rating/2'. */
	open(path: string): Promise<void>
	/** Asks the server with this browser's cookies, past the screens. */
	ask: Ask
	/** The answers that this test is about to provoke on purpose; the browser writes a line about each. */
	expectStatus(...statuses: number[]): void
	/** The server will be away for a while. */
	expectNoAnswer(): void
}
export type Member = Person & { id: number; username: string }
export type Ghost = { id: number; token: string; name: string }

type Ask = <T = unknown>(method: string, path: string, body?: unknown, expected?: number) => Promise<T>

export type PersonOptions = BrowserContextOptions & {
	/** The overlay of a first visit takes 2 s; only its own tests see it. */
	seesFirstVisit?: boolean
	/** Another instance than the worker's. */
	on?: Pick<Instance, 'address'>
}

type People = {
	newPerson(options?: PersonOptions): Promise<Person>
	/** Signed up and signed in, under a name that begins like this one. */
	member(name?: string, options?: PersonOptions): Promise<Member>
	/** An instance of this test's own, with these flags. */
	ownInstance(...flags: string[]): Promise<Instance>
}

let count = 0
/** Tests of one worker share an instance, so everybody needs another name. At most 20 characters. */
export const uniqueName = (name: string) => `${name.slice(0, 12)}.${process.pid.toString(36)}${(count++).toString(36)}`

/** The path that this worker's instances live under: '' or '/rides'. */
let ourBasePath = ''

type World = {
	instance: Instance
	/** Each project has its own, so that everything is tried at the root and below it (playwright.config.ts). */
	basePath: string
}

export const test = base.extend<People, World>({
	basePath: ['', { scope: 'worker', option: true }],

	instance: [
		async ({ basePath }, use) => {
			ourBasePath = basePath
			const instance = await openInstance(['--base-path', basePath])
			await use(instance)
			await endInstance(instance)
		},
		{ scope: 'worker' },
	],

	// Instances outlive the browsers that look at them.
	newPerson: async ({ browser, instance, ownInstance: _ }, use) => {
		const troubles: string[] = []
		const contexts: BrowserContext[] = []
		await use(async ({ seesFirstVisit = false, on = instance, ...options } = {}) => {
			const context = await browser.newContext({ baseURL: on.address, ...options })
			contexts.push(context)
			const announced = await watch(context, on.address, troubles)
			if (!seesFirstVisit) await context.addInitScript(skipFirstVisit)
			const page = await context.newPage()
			return {
				page,
				context,
				open: async (path) => void (await page.goto(path)),
				ask: asker(context),
				expectStatus: (...statuses) => {
					for (const status of statuses) announced.statuses.add(status)
				},
				expectNoAnswer: () => {
					announced.noAnswer = true
				},
			}
		})
		await secretsRead()
		for (const context of contexts) await context.close()
		expect(troubles, 'nothing in the console, no breach of the policy, nobody else asked').toEqual([])
	},

	member: async ({ newPerson }, use) => {
		await use(async (name = 'rider', options) => {
			const person = await newPerson(options)
			return { ...person, ...(await signUp(person.ask, uniqueName(name))) }
		})
	},

	ownInstance: async ({ basePath }, use) => {
		const opened: Instance[] = []
		await use(async (...flags) => {
			const instance = await openInstance(flags.includes('--base-path') ? flags : ['--base-path', basePath, ...flags])
			opened.push(instance)
			return instance
		})
		for (const instance of opened) await endInstance(instance)
	},
})

function skipFirstVisit() {
	try {
		sessionStorage.setItem('firstVisitOverlaySeen', 'true')
	} catch {
		// about:blank has no storage.
	}
}

const asker =
	(context: BrowserContext): Ask =>
	async (method, path, body, expected) => {
		const answer = await context.request.fetch(`.${path}`, { method, data: body })
		await noteSecretsIn(answer, body)
		const text = await answer.text()
		if (expected !== undefined) expect(answer.status(), `${method} ${path}: ${text}`).toBe(expected)
		else expect(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`).toBe(true)
		return text === '' ? undefined : JSON.parse(text)
	}

async function signUp(ask: Ask, username: string): Promise<{ id: number; username: string }> {
	const { id } = await ask<{ id: number }>('POST', '/api/users', { username, password: PASSWORD, email: null })
	return { id, username }
}

/** A ghost that this member makes. */
export async function addGhost({ ask }: Pick<Person, 'ask'>, name: string): Promise<Ghost> {
	const ghost = await ask<{ id: number; ghostClaimToken: string }>('POST', '/api/ghost-drivers', { username: name })
	return { id: ghost.id, token: ghost.ghostClaimToken, name }
}

export type Verdict = { stars?: number; isSafe?: boolean; isSmooth?: boolean; isGood?: boolean }

/** A rating past the screens. Answers its id. */
export async function rate({ ask }: Pick<Person, 'ask'>, driverId: number, verdict: Verdict = {}): Promise<number> {
	const { stars = 4, isSafe = true, isSmooth = true, isGood = true } = verdict
	const { id } = await ask<{ id: number }>('POST', '/api/ratings', {
		driverId,
		starRating: stars,
		safetyFeeling: isSafe ? 'safe' : 'unsafe',
		rideQuality: isSmooth ? 'smooth' : 'bumpy',
		vibeQuality: isGood ? 'good' : 'off',
	})
	return id
}

/** Chooses a star or one side of a choice; its radio button itself is hidden behind the drawing. */
export const choose = (page: Page, name: string) =>
	page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).click()

/** Fills the rating form in and leaves it there. */
export async function fillVerdict(
	page: Page,
	{ stars = 4, isSafe = true, isSmooth = true, isGood = true }: Verdict = {},
) {
	await choose(page, stars === 1 ? '1 star' : `${stars} stars`)
	await choose(page, isSafe ? 'yas' : "was sweatin'")
	await choose(page, isSmooth ? 'smooth as' : 'a lil bumpy')
	await choose(page, isGood ? 'good vibes' : 'vibe was off')
}

export async function submitVerdict(page: Page, verdict?: Verdict) {
	await fillVerdict(page, verdict)
	await page.getByRole('button', { name: 'Spill the tea' }).click()
	await expect(page.getByText('Thanks for rating.')).toBeVisible()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** The toast that is up, by its title. */
export const toastTitled = (page: Page, title: string): Locator =>
	page.locator('.toast').filter({ has: page.getByText(title, { exact: true }) })

export const closeToast = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Close' }).click()

/** Searches for a member in the form of /add-driver, which is open already. */
export async function searchFor(page: Page, username: string) {
	await page.getByRole('combobox').fill(username)
	// Closes the list of suggestions, if it is there by now: while it is open it hides the rest from everybody.
	await page.getByRole('combobox').press('Tab')
	await page.getByRole('button', { name: 'Search' }).click()
}

/** Logs in with the form of /auth, which is open already. */
export async function logIn(page: Page, username: string, password = PASSWORD) {
	await page.getByRole('tab', { name: 'Log In' }).click()
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

/** Signs up with the form of /auth, which is open already. */
export async function fillSignUp(page: Page, username: string, password = PASSWORD) {
	await page.getByRole('tab', { name: 'Sign Up' }).click()
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
}

export async function openAccountMenu(page: Page, username: string) {
	await page.getByRole('banner').getByRole('button', { name: username }).click()
	await expect(page.getByRole('menu')).toBeVisible()
}

export async function logOut(page: Page, username: string) {
	await openAccountMenu(page, username)
	await page.getByRole('menuitem', { name: 'Log out' }).click()
}

/** A path as it stands in this worker's addresses: '/home' is '/rides/home' where the instance lives under /rides. */
export const inInstance = (path: string) => ourBasePath + path

/** Whether an address is this one of the worker's instances. */
export const atPath = (path: string) => (url: URL) => url.pathname === inInstance(path)
