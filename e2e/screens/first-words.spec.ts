import type { Page } from '@playwright/test'
import { askForLink } from '#contract/first-words/auth.ts'
import { generatedBy } from '#contract/first-words/card.ts'
import { jokeOf } from '#contract/first-words/unrated-jokes.ts'
import { makeHost } from '../fixtures/hosts.ts'
import { addGhost, expect, type Person, rate, test } from '../fixtures/people.ts'

/** Boxes do not depend on the scheme, so `bun run test` looks at one per size. */
const IS_EVERY_CASE = process.env.E2E_EVERY_CASE === '1'
const SCHEMES = ['light', 'dark'] as const
const SIZES = [
	{ width: 360, height: 740 },
	{ width: 390, height: 844 },
	{ width: 1280, height: 800 },
]
type Size = (typeof SIZES)[number]
/** `bun run test` sees each look of a screen at one size. */
const [SMALL, MEDIUM, LARGE] = (IS_EVERY_CASE ? [SIZES, SIZES, SIZES] : SIZES.map((size) => [size])) as [
	Size[],
	Size[],
	Size[],
]
const FIRST_WORDS = '.first-words'

/** Everything that has a place of its own. Drawings inside them come with React. */
const FRAME = `.home-link, .wordmark, .wordmark-name, .log-in-link, .account-button, .account-name, .page, .page-lead,
	.page-content, .page-aside, .page-action, .page-action-buttons > *, h1, h2`
const PLACES = {
	home: `.home-buttons > *, .own-row, .own-name, .own-summary, .new-count, .notice-space, .home-search, .driver-link,
		.driver-link .avatar, .driver-name, .driver-summary, .star-value, .home-empty, .home-words, .home-verdicts`,
	rating: `.back-link, .driver-lead-profile, .driver-lead-face, .plate, .plate-name, .rating-fields, .star-target, .star-shape,
		.field-label, .choice, .choice-side, .rating-promise, .who-sees-this > *`,
	auth: `.road-beside-sign, .road-beside-sign > *, .auth-words, .tab-list, .tab, .tab-panel, .field-label, .field-input,
		.field-hint, .password-instead, .face-choices, .account-form > .button, .notice, .passkey-space, .ways-in > .button,
		.ask-for-link, .auth-skip > *`,
	infographic: `.receipt, .receipt .avatar, .card-byline, .card-rides, .star-value, .kind-stamp, .kind-mark, .kind-name,
		.kind-line, .receipt-rule, .star-spread-bar, .star-spread-count, .ride-strip-caption > *, .ride-strip-rides > *,
		.receipt-line > *, .two-colour-bar, .card-joke, .card-foot, .barcode, .button-pair > *, .card-buttons > *`,
	claim: `.receipt, .receipt .avatar, .claim-introduction, .claim-name, .claim-waiting, .notice, .receipt-rule,
		.claim-form > p, .field-label, .field-input, .field-hint, .password-instead, .face-choice, .claim-log-in,
		.claim-log-in > *, .claim-member > p, .claim-terms > *`,
}
const placesOf = (screen: keyof typeof PLACES) => `:is(${FRAME}, ${PLACES[screen]}):not(.complaint)`

type Place = { what: string; box: number[]; colours: string }

/** Runs in the page. */
function placesIn(places: string): Place[] {
	const shown = [...document.querySelectorAll(`#root ${places}`)].filter(
		(element) => element.getClientRects().length > 0,
	)
	return shown.map((element) => {
		const { x, y, width, height } = element.getBoundingClientRect()
		const { color, backgroundColor, borderTopColor } = getComputedStyle(element)
		const name = [...element.classList].find((name) => !/^(button|radio|sticker|text-|no-)/.test(name))
		// A button is drawn by another element, a field without its text.
		const kind = name ?? (element.matches('.button') ? 'button' : element.localName)
		let words = element.matches('main, .account-button, .field-input') ? '' : element.textContent
		for (const { textContent } of element.querySelectorAll('.sr-only')) words = words.replace(textContent, '')
		return {
			what: `${kind} ${words.slice(0, 40)}`,
			box: [x, y, width, height],
			colours: [color, backgroundColor, borderTopColor].join(),
		}
	})
}

/** Runs in the page: measures React's first commit as it is painted, after it has measured itself, before anything follows it. */
function measureCommit(measure: typeof placesIn, places: string) {
	let areThere = false
	const observer = new MutationObserver(() => {
		if (document.querySelector('.first-words')) areThere = true
		else if (areThere) {
			observer.disconnect()
			new ResizeObserver((_, resized) => {
				resized.disconnect()
				Object.assign(window, { placesOfCommit: measure(places) })
			}).observe(document.documentElement)
		}
	})
	observer.observe(document, { childList: true, subtree: true })
}

/** Blocks all requests but the page itself, so that only the first words are visible. */
async function onlyFirstWords(page: Page, address: string, places: string): Promise<Place[]> {
	const isElse = (url: URL) => url.protocol.startsWith('http')
	await page.route(isElse, (route) => (route.request().isNavigationRequest() ? route.fallback() : route.abort()))
	await page.goto(address, { waitUntil: 'load' })
	await expect(page.locator(FIRST_WORDS)).toHaveCount(1)
	const first = await page.evaluate(placesIn, places)
	await page.unroute(isElse)
	return first
}

/** Without our fonts, which make words narrower or wider than the fallback faces do. */
async function firstCommit(page: Page, address: string): Promise<Place[]> {
	await page.route(/\.woff2$/, (route) => route.abort())
	await page.goto(address)
	const measured = await page.waitForFunction(() => (window as unknown as { placesOfCommit?: Place[] }).placesOfCommit)
	return (await measured.jsonValue()) ?? []
}

/** `address` begins with the screen. */
async function expectSamePlaces(person: Person, who: string, address: string, sizes: readonly Size[]) {
	const { page } = person
	person.expectNoAnswer()
	const [screen] = address.split(/[/?]/)
	const places = placesOf(screen as keyof typeof PLACES)
	await page.addInitScript(`(${measureCommit})(${placesIn}, ${JSON.stringify(places)})`)
	for (const [nth, size] of sizes.entries())
		for (const colorScheme of IS_EVERY_CASE ? SCHEMES : SCHEMES.slice(nth % 2, (nth % 2) + 1)) {
			await page.setViewportSize(size)
			// With reduced motion every property of every element changes within a millisecond, so the commit is not at rest.
			await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
			const first = await onlyFirstWords(page, address, places)
			const then = await firstCommit(page, address)
			const at = `${who}, ${size.width} px, ${colorScheme}`
			expect(
				first.map(({ what, colours }) => `${what}: ${colours}`),
				at,
			).toEqual(then.map(({ what, colours }) => `${what}: ${colours}`))
			const moved = first.filter(({ box }, index) =>
				box.some((edge, side) => Math.abs(edge - (then[index]?.box[side] ?? -1)) > 1),
			)
			expect(moved, at).toEqual([])
		}
}

const OWN_SIZE = { tag: '@own-size' }

test('the first words of home are where its screen puts them, for guests', OWN_SIZE, async ({ newPerson, member }) => {
	const guest = await newPerson()
	await expectSamePlaces(guest, 'a visitor', 'home', LARGE)
	const driver = await member('driver')
	await rate(guest, driver.id, { stars: 5 })
	await expectSamePlaces(guest, 'a guest who rated', 'home', SMALL)
})

test('the first words of home are where its screen puts them, for members', OWN_SIZE, async ({ member }) => {
	const rider = await member('rider')
	await expectSamePlaces(rider, 'a new member', 'home', SMALL)
	for (const name of ['Anna', 'Bert', 'Clara-Maria Nightingale-Featherstone of the back'])
		await rate(rider, (await addGhost(rider, name)).id)
	await expectSamePlaces(rider, 'a member with a grid', 'home', LARGE)
	for (const name of ['Dora', 'Emil', 'Frida', 'Gus', 'Hanna']) await addGhost(rider, name)
	await rider.page.evaluate(() => {
		localStorage.setItem(`ownNotice${document.documentElement.dataset.basePath}`, '"install"')
	})
	await expectSamePlaces(rider, 'a member with a search field and a notice of the browser', 'home', SMALL)
	await rider.page.evaluate(() => localStorage.clear())
	await rate(await member('other'), rider.id)
	await expectSamePlaces(rider, 'a member with a new rating', 'home', MEDIUM)
})

test('the first words of home are where its screen puts them, for hosts', OWN_SIZE, async ({ member, ownInstance }) => {
	const instance = await ownInstance()
	const host = await member('host', { on: instance })
	await makeHost(instance, host)
	await expectSamePlaces(host, 'a new host', 'home', LARGE)
})

test('the first words of a rating are where its screen puts them', OWN_SIZE, async ({ newPerson, member }) => {
	const rider = await member('rider')
	const guest = await newPerson()
	await expectSamePlaces(guest, 'a guest who rates a member', `rating/${rider.id}`, LARGE)
	const ghost = await addGhost(rider, 'Clara-Maria Nightingale-Featherstone of the back')
	await expectSamePlaces(rider, 'a member who rates their ghost', `rating/${ghost.id}`, SMALL)
})

test('the first words of a card are where its screen puts them', OWN_SIZE, async ({ newPerson, member }) => {
	const rider = await member('rider')
	const guest = await newPerson()
	const { id } = await addGhost(rider, 'Clara-Maria Nightingale-Featherstone of the back')
	await expectSamePlaces(rider, "a ghost's card without ratings", `infographic/${id}`, MEDIUM)
	for (const [person, stars] of [
		[rider, 4],
		[guest, 1],
	] as const)
		await rate(person, id, { stars })
	await expectSamePlaces(guest, 'a card', `infographic/${id}`, SMALL)
	await expectSamePlaces(rider, 'an own card without ratings', 'infographic/me', LARGE)
	if (!IS_EVERY_CASE) return
	await rate(guest, rider.id, { isSafe: false })
	await expectSamePlaces(rider, 'an own card', `infographic/${rider.id}`, LARGE)
})

test('the first words of a claim link are where its screen puts them', OWN_SIZE, async ({ newPerson, member }) => {
	const rider = await member('rider')
	const guest = await newPerson()
	const { token } = await addGhost(rider, 'Clara-Maria Nightingale-Featherstone of the back')
	await expectSamePlaces(guest, 'a newcomer', `claim/${token}`, LARGE)
	await expectSamePlaces(await member('other'), 'a member', `claim/${token}`, SMALL)
})

/** Holds our scripts back, as a slow line does. */
async function heldScripts(page: Page): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>()
	await page.route(/\/assets\/.*\.js$/, async (route) => {
		await promise
		await route.continue()
	})
	return resolve
}

async function expectLargestPaint(page: Page, address: string, ...words: string[]) {
	const release = await heldScripts(page)
	await page.goto(address, { waitUntil: 'commit' })
	await expect(page.locator(`${FIRST_WORDS} h1`)).toBeVisible()
	const paints = await page.evaluateHandle(() => {
		const seen: { isFirst: boolean; words: string }[] = []
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[])
				seen.push({
					isFirst: Boolean(document.querySelector('.first-words')),
					words: entry.element?.textContent ?? '',
				})
		}).observe({ type: 'largest-contentful-paint', buffered: true })
		return seen
	})
	await expect.poll(() => paints.evaluate((seen) => seen.length)).toBeGreaterThan(0)
	release()
	await expect(page.locator(FIRST_WORDS)).toHaveCount(0)
	await page.evaluate(() => document.fonts.ready)
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))

	const at = `${address}, ${page.viewportSize()?.width} px`
	const last = await paints.evaluate((seen) => seen.at(-1))
	expect(last?.isFirst, `${at}: ${last?.words}`).toBe(true)
	expect(words, at).toContain(last?.words)
	await page.unrouteAll()
}

test('the largest paint is among the first words, and React paints nothing larger', OWN_SIZE, async ({ member }) => {
	const rider = await member('rider')
	for (const name of ['Anna', 'Bert']) await addGhost(rider, name)
	const { id, token } = await addGhost(rider, 'Clara')
	const largest = [
		[rider, 'home', 'Who are you rating today?'],
		[rider, `rating/${id}`, "Clara's Driving Today"],
		// Some jokes are shorter than the line below the card.
		[rider, `infographic/${id}`, jokeOf({ id }), generatedBy()],
		[rider, `claim/${token}`, 'Everything said about Clara moves to your profile.'],
	] as const
	for (const [nth, [person, address, ...words]] of largest.entries())
		for (const size of IS_EVERY_CASE ? SIZES : SIZES.slice(nth % SIZES.length, (nth % SIZES.length) + 1)) {
			await person.page.setViewportSize(size)
			await expectLargestPaint(person.page, address, ...words)
		}
})

test(
	'the first words of the log-in are where its screen puts them, with the largest paint',
	OWN_SIZE,
	async ({ member, newPerson, ownInstance }) => {
		const instance = await ownInstance()
		const host = await member('host', { on: instance })
		const visitor = await newPerson({ on: instance })
		await expectSamePlaces(visitor, 'a visitor of an instance without a host', 'auth', MEDIUM)
		await makeHost(instance, host)
		await expectLargestPaint(visitor.page, 'auth', askForLink())
		await expectSamePlaces(visitor, 'a visitor who signs up', 'auth?as=new', SMALL)
		await expectSamePlaces(visitor, 'a visitor', 'auth', LARGE)
	},
)

/** Longer than React takes until its first commit, and far shorter than the 300 ms for which a press holds it back. */
const PRESS_MS = 120

test('a link that has the focus keeps it when React replaces the first words, and a press on one still follows it', async ({
	member,
}) => {
	const rider = await member('rider')
	const { id } = await addGhost(rider, 'Anna')
	const { page } = rider
	const release = await heldScripts(page)
	await page.goto('home', { waitUntil: 'commit' })
	const row = page.locator('a.driver-link')
	await row.focus()
	release()
	await expect(page.locator(FIRST_WORDS)).toHaveCount(0)
	await expect(row).toBeFocused()

	await page.unrouteAll()
	const releaseAgain = await heldScripts(page)
	await page.goto('home', { waitUntil: 'commit' })
	await row.hover()
	const isEvaluated = page.waitForEvent('console', (message) => message.text() === 'a press is followed')
	await page.evaluate(() => {
		const listen = EventTarget.prototype.addEventListener
		EventTarget.prototype.addEventListener = function (...args: Parameters<typeof listen>) {
			listen.apply(this, args)
			if (args[0] !== 'pointerdown' || !(this instanceof Element) || this.id !== 'root') return
			// biome-ignore lint/suspicious/noConsole: the test waits for this message
			console.info('a press is followed')
		}
	})
	releaseAgain()
	await isEvaluated
	await page.mouse.down()
	await page.waitForTimeout(PRESS_MS)
	await page.mouse.up()
	await expect(page).toHaveURL(new RegExp(`/rating/${id}$`))
})
