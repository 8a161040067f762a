import type { Page } from '@playwright/test'
import {
	addGhost,
	chooseFromMore,
	expect,
	fillVerdict,
	logIn,
	type Member,
	openRow,
	PASSWORD,
	type Person,
	rate,
	searchFor,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'
import { resize } from './resize.ts'

const SMALL_PHONE = { width: 360, height: 740 }
const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }
const LAPTOP = { width: 1280, height: 800 }
const WIDE_LAPTOP = { width: 1440, height: 900 }

/** One screen of each layout; `bun run test:all` looks at every screen. */
const ONE_OF_EACH_LAYOUT = [
	'home, with a driver removed',
	'a rating that could not be saved',
	'the celebration',
	'the link of a ghost, which cannot be copied',
	'settings',
	'a claim under a name that is taken',
]
const isLookedAt = (screen: string) => process.env.E2E_EVERY_CASE === '1' || ONE_OF_EACH_LAYOUT.includes(screen)

/** Opens a screen and raises its toast. Returns the toast's title. */
type RaisesToast = (page: Page) => Promise<string>

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const ofMember = (rider: Member, ghostId: number): Record<string, RaisesToast> => ({
	'home, with a driver removed': async (page) => {
		await rider.open('home')
		await press(page, 'Remove Toasty Tim')
		return 'Driver removed'
	},
	'a rating that could not be saved': async (page) => {
		rider.expectStatus(500)
		await rider.open(`rating/${ghostId}`)
		await fillVerdict(page)
		await page.route('**/api/ratings', (route) =>
			route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal', requestId: 'none' } }),
		)
		await makesRoomLate(page)
		await press(page, 'Spill the tea')
		return 'Error'
	},
	'the celebration': async (page) => {
		await page.unroute('**/api/ratings')
		await press(page, 'Spill the tea')
		return 'The verdict is in!'
	},
	'the link of a ghost, which cannot be copied': async (page) => {
		await rider.open(`share-ghost/${ghostId}`)
		await cannotCopy(page)
		await press(page, 'Copy link')
		// The page itself also shows the error.
		await expect(page.getByRole('main').getByText('Failed to copy the link. Please try again.')).toBeVisible()
		return 'Copy failed'
	},
	'a card that cannot be shared': async (page) => {
		await rider.open(`infographic/${ghostId}`)
		await cannotCopy(page)
		// Never finishes the picture, because the link is available without it.
		await page.route('**/api/drivers/*/pictures', () => undefined)
		await press(page, 'Share')
		await press(page, 'Copy link')
		await page.keyboard.press('Escape')
		return 'Copy failed'
	},
	"one's own profile, under another name": async (page) => {
		await rider.open(`profile/${rider.id}`)
		await press(page, 'Edit username')
		await page.getByRole('textbox', { name: 'Username' }).fill(uniqueName('renamed'))
		await press(page, 'Save Changes')
		return 'Username updated'
	},
	'a search for two letters': async (page) => {
		await rider.open('add-driver')
		await searchFor(page, 'ab')
		return 'Username too short'
	},
	'a verdict that was taken back': async (page) => {
		await rider.open('verdicts')
		await chooseFromMore(page, 'Take it back')
		await page.getByRole('alertdialog', { name: 'Take it back?' }).getByRole('button', { name: 'Take it back' }).click()
		return 'Taken back'
	},
	settings: async (page) => {
		await rider.open('settings')
		await openRow(page, "Where you're signed in")
		await page.getByRole('button', { name: /^Log out everywhere else/ }).click()
		return 'Logged out everywhere else'
	},
})

const ofVisitor = (visitor: Person, token: string): Record<string, RaisesToast> => ({
	'a refused log-in': async (page) => {
		visitor.expectStatus(401)
		await visitor.open('auth')
		await logIn(page, 'nobody', 'not-the-password')
		return 'Login failed'
	},
	'a claim under a name that is taken': async (page) => {
		visitor.expectStatus(409)
		await visitor.open(`claim/${token}`)
		await page.getByRole('textbox', { name: 'Username' }).fill('demo')
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
		await press(page, 'Show Me the Receipts')
		return 'Claim failed'
	},
})

test('a toast covers no control of the header or a bar: on a phone it is below the header, on a laptop beside the page, 280 pixels wide or more [spec 9.27] [spec 10.13] [spec 12.18] [spec 15.39]', {
	tag: '@own-size',
}, async ({ member, newPerson }) => {
	test.setTimeout(300_000)
	const rider = await member('rider')
	const visitor = await newPerson()
	const ghost = await addGhost(rider, 'Crispy Kim')
	await addGhost(rider, 'Toasty Tim')
	await rate(rider, ghost.id)
	const elsewhere = await newPerson()
	await elsewhere.ask('POST', '/api/login', { username: rider.username, password: PASSWORD })

	const screens: [Page, Record<string, RaisesToast>][] = [
		[rider.page, ofMember(rider, ghost.id)],
		[visitor.page, ofVisitor(visitor, ghost.token)],
	]
	for (const [page, raisers] of screens)
		for (const [screen, raise] of Object.entries(raisers)) {
			if (!isLookedAt(screen)) continue
			const title = await raise(page)
			await expect(toastTitled(page, title), screen).toBeVisible()
			// Focus keeps the toast open: on a busy machine the checks take longer than its five seconds.
			await page.keyboard.press('F8')
			await expect(page.getByRole('dialog')).toHaveCount(0)
			await page
				.locator('.toast')
				.evaluate((toast) => Promise.all(toast.getAnimations().map(({ finished }) => finished)).then(() => null))
			await expect.poll(() => page.evaluate(toastSpace), screen).not.toBe('0px')
			for (const size of [SMALL_PHONE, PHONE]) {
				await resize(page, size)
				for (const place of ['start', 'end'] as const)
					expect
						.soft(
							await page.evaluate(coveredByToast, { scrolledTo: place, within: ':is(.header-bar, .page-action)' }),
							`${screen}, ${size.width} wide: at the ${place}`,
						)
						.toEqual([])
				const { x, width } = (await page.locator('.toast').boundingBox()) ?? { x: -1, width: 0 }
				expect
					.soft([x >= 0, x + width <= size.width], `${screen}, ${size.width} wide: on the screen`)
					.toEqual([true, true])
			}
			for (const size of [TABLET, LAPTOP, WIDE_LAPTOP]) {
				await resize(page, size)
				const at = `${screen}, ${size.width} wide`
				expect
					.soft(
						await page.evaluate(coveredByToast, { scrolledTo: 'end' as const, within: 'main' }),
						`${at}: at the end`,
					)
					.toEqual([])
				expect.soft((await page.locator('.toast').boundingBox())?.width, at).toBeGreaterThanOrEqual(280)
			}
			expect.soft(await page.evaluate(coveredByToast, { within: 'main' }), `${screen}: beside the page`).toEqual([])
			await resize(page, PHONE)
		}
})

test('on a phone the first touch elsewhere takes a toast down, and does what it would do without one [spec 15.38]', async ({
	member,
}) => {
	const rider = await member('rider')
	await addGhost(rider, 'Toasty Tim')
	await addGhost(rider, 'Crispy Kim')
	await rider.open('home')
	const { page } = rider
	await press(page, 'Remove Toasty Tim')
	await expect(toastTitled(page, 'Driver removed')).toBeVisible()

	await page.getByRole('banner').getByRole('button', { name: rider.username }).click()

	await expect(page.getByRole('menu')).toBeVisible()
	await expect(page.locator('.toast')).toHaveCount(0, { timeout: 1500 })
})

/**
 * Runs in the page. Returns the texts and controls under the toast, optionally after scrolling to the start or end.
 * Scrolling and checking are one step, because a late error scrolls into view between two steps.
 */
function coveredByToast({ scrolledTo, within }: { scrolledTo?: 'start' | 'end'; within: string }): string[] {
	if (scrolledTo) scrollTo(0, scrolledTo === 'start' ? 0 : document.documentElement.scrollHeight)
	const toast = document.querySelector('.toast')?.getBoundingClientRect()
	if (!toast) return ['there is no toast']
	const isUnder = ({ left, right, top, bottom, width, height }: DOMRect) =>
		width > 0 && height > 0 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
	const covered: string[] = []
	for (const element of document.querySelectorAll(`${within} *`)) {
		const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
		const matters =
			element.matches('a, button, input, label, [role="img"], .notice') ||
			[...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
		if (isSeen && matters && !element.closest('.sr-only') && isUnder(element.getBoundingClientRect()))
			covered.push(element.outerHTML.slice(0, 120))
	}
	return covered
}

const toastSpace = () => getComputedStyle(document.documentElement).getPropertyValue('--toast-space')

/** Delays resize observers, as on a slow phone where an error appears before its toast. */
const makesRoomLate = (page: Page) =>
	page.evaluate(() => {
		window.ResizeObserver = class extends ResizeObserver {
			constructor(tell: ResizeObserverCallback) {
				super((...what) => setTimeout(tell, 300, ...what))
			}
		}
	})

/** Simulates a browser that refuses clipboard access. */
const cannotCopy = (page: Page) =>
	page.evaluate(() => {
		const refuse = () => Promise.reject(new Error('refused'))
		Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: refuse } })
		document.execCommand = () => false
	})
