import type { Page } from '@playwright/test'
import type { GivenRating } from '#contract/ratings.ts'
import type { Trip } from '#contract/trips.ts'
import { lanAddress } from '../fixtures/lan.ts'
import {
	addGhost,
	atPath,
	driverRow,
	expect,
	fillVerdict,
	heading,
	inInstance,
	logIn,
	type Person,
	test,
	type Verdict,
} from '../fixtures/people.ts'
import { scan } from '../fixtures/qr-code.ts'
import { withQuickPolls } from '../fixtures/quick-polls.ts'

const tokenIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Presses the button in the open confirmation. */
const confirm = (page: Page, name: string) =>
	page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

async function startTrip({ page, open }: Person, name: string, drivers: string[]) {
	await open('home')
	await page.getByRole('link', { name: 'Road trip' }).click()
	await page.getByLabel('Where to?').fill(name)
	for (const driver of drivers) await page.locator('label', { hasText: driver }).click()
	await press(page, 'Start the trip')
	await page.waitForURL(/trip\/[\w-]{20,}/)
	return tokenIn(page)
}

async function getIn({ page, open }: Person, token: string) {
	await open(`trip/${token}`)
	await press(page, 'Get in')
	await expect(page.getByText('You are in', { exact: true })).toBeVisible()
}

async function rateOn(page: Page, driver: string, verdict?: Verdict) {
	await expect(heading(page, `${driver}'s Driving Today`)).toBeVisible()
	await fillVerdict(page, verdict)
	await press(page, 'Seal it')
}

/** The code that stores verdicts loads shortly after the screen. */
const queueIsHere = (page: Page) =>
	page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/waiting-')))

test('four in a car, on plain http: one in a tunnel, one closes the page and reloads it; each verdict stands once and the receipt is right [spec 14.5] [spec 14.7] [spec 14.9] [spec 14.14] [spec 14.15]', async ({
	member,
	newPerson,
	ownInstance,
}) => {
	test.setTimeout(180_000)
	const instance = await ownInstance('--host', '0.0.0.0')
	const host = lanAddress ?? new URL(instance.address).hostname
	const on = { address: `http://${host}:${new URL(instance.address).port}${inInstance('/')}` }
	// Four pages full of animations cost as much processor time as the whole trip.
	const calm = { on, reducedMotion: 'reduce' } as const
	const maker = await member('maker', calm)
	const bob = await addGhost(maker, 'Uncle Bob')
	const token = await startTrip(maker, 'To the sea', ['You', 'Uncle Bob'])
	expect(await scan(maker.page.getByRole('img', { name: 'QR code of the trip' }))).toBe(`${on.address}trip/${token}`)
	const sister = await member('sister', calm)
	const [tunnel, leaver] = await Promise.all([newPerson(calm), newPerson(calm)])
	const inTheBack = [sister, tunnel, leaver]
	for (const { context } of inTheBack) await withQuickPolls(context)
	for (const one of inTheBack) await getIn(one, token)
	// The maker learns it from the stream, the guest by polling.
	for (const { page } of [maker, tunnel]) await expect(page.getByText('4 in the car', { exact: true })).toBeVisible()

	await press(maker.page, 'We have arrived')
	await confirm(maker.page, 'We have arrived')
	const makerName = maker.username
	for (const { page } of inTheBack) await expect(heading(page, `${makerName}'s Driving Today`)).toBeVisible()

	// The second passenger is offline after the first verdict, gives the next one offline and then changes it.
	await rateOn(tunnel.page, makerName, { stars: 5 })
	await queueIsHere(tunnel.page)
	tunnel.expectNoAnswer()
	await tunnel.context.setOffline(true)
	await rateOn(tunnel.page, 'Uncle Bob', { stars: 1 })
	await expect(heading(tunnel.page, 'Yours are sealed')).toBeFocused()
	await expect(tunnel.page.getByText('On its way', { exact: true })).toBeVisible()
	await press(tunnel.page, 'Change Uncle Bob')
	await rateOn(tunnel.page, 'Uncle Bob', { stars: 2 })
	await expect(heading(tunnel.page, 'Yours are sealed')).toBeFocused()

	// The third passenger closes the page in the middle, returns from home, reloads, and continues with the next driver.
	await rateOn(leaver.page, makerName, { stars: 4 })
	await expect(heading(leaver.page, "Uncle Bob's Driving Today")).toBeFocused()
	await leaver.page.close()
	const again = await leaver.context.newPage()
	await again.emulateMedia({ reducedMotion: 'reduce' })
	await again.goto('home')
	await again.getByRole('link', { name: 'To the sea is under way.' }).click()
	await expect(heading(again, "Uncle Bob's Driving Today")).toBeVisible()
	await again.reload()
	await rateOn(again, 'Uncle Bob', { stars: 3 })
	await expect(heading(again, 'Yours are sealed')).toBeVisible()

	await rateOn(sister.page, makerName, { stars: 3 })
	await rateOn(sister.page, 'Uncle Bob', { stars: 5, isSmooth: false })
	await rateOn(maker.page, 'Uncle Bob', { stars: 4 })
	await expect(heading(maker.page, 'Yours are sealed')).toBeVisible()
	const sealed = await maker.ask<Trip>('GET', `/api/trips/${token}`)
	expect(sealed).toMatchObject({ state: 'rating', seats: 4 })
	expect(await maker.ask('GET', `/api/ratings/driver/${bob.id}`)).toEqual([])

	// The last passenger is online again: all verdicts are in, and every page shows the receipt.
	// One of them sees the show before it.
	const pages = [maker.page, sister.page, tunnel.page, again]
	for (const page of pages) await page.emulateMedia({ reducedMotion: page === again ? 'no-preference' : 'reduce' })
	await tunnel.context.setOffline(false)
	await press(again, 'Show all')
	for (const page of pages) {
		// A try that fails as the network comes back is repeated within a minute.
		await expect(page.getByText('Receipt of a road trip')).toBeVisible({ timeout: 70_000 })
		await expect(page.getByText('Driver of the trip').locator('..')).toContainText(makerName)
		await expect(page.getByText('4 in the car')).toBeVisible()
	}
	const { results } = await maker.ask<Trip>('GET', `/api/trips/${token}`)
	expect(results).toEqual([
		{ driverId: maker.id, verdicts: 3, averageStar: 4, smooth: 100, safe: 100, goodVibes: 100 },
		{ driverId: bob.id, verdicts: 4, averageStar: 3.5, smooth: 75, safe: 100, goodVibes: 100 },
	])
	for (const { ask } of inTheBack) {
		const given = await ask<GivenRating[]>('GET', '/api/ratings?placeholders=without')
		expect(given.map(({ driverId }) => driverId).sort()).toEqual([maker.id, bob.id].sort())
	}
	// Of two offline verdicts for the same driver, the last one counts.
	const said = await tunnel.ask<GivenRating[]>('GET', '/api/ratings')
	expect(said.find(({ driverId }) => driverId === bob.id)?.starRating).toBe(2)
	await expect(tunnel.page.getByText(/On its way/)).toHaveCount(0)
	expect(instance.log()).not.toContain(token)
})

/** Notes the real time at which each figure of the countdown, driver and slip of the show appears. */
const noteTimes = () => {
	const seen: Record<string, number> = {}
	Object.assign(window, { seen })
	const note = () => {
		const parts = ['.trip-count-figure', '.trip-show-lead h1', '.trip-slips-left'].map(
			(part) => document.querySelector(part)?.textContent,
		)
		const key = parts.filter(Boolean).join(': ')
		if (key) seen[key] ??= performance.timeOrigin + performance.now()
	}
	new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
}
const timesOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen)

test('phones in one car open the envelopes in the same second, whatever their clocks say, and one that reloads is where the others are [spec 15.9]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	test.setTimeout(90_000)
	const maker = await member('maker')
	const [bob, joe] = [await addGhost(maker, 'Uncle Bob'), await addGhost(maker, 'Uncle Joe')]
	const driverIds = [bob.id, joe.id]
	const { token } = await maker.ask<{ token: string }>('POST', '/api/trips', { name: 'To the sea', driverIds })
	const asNew = { isNew: true, reducedMotion: 'no-preference' } as const
	const [fast, right] = await Promise.all([newPerson(asNew), newPerson(asNew)])
	// This phone's clock is 90 seconds ahead.
	await fast.context.addInitScript(() => {
		const usual = Date.now
		Date.now = () => usual() + 90_000
	})
	for (const guest of [fast, right]) {
		await guest.context.addInitScript(noteTimes)
		await getIn(guest, token)
	}
	await maker.ask('POST', `/api/trips/${token}/arrive`)
	const verdict = { rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 4 }
	for (const { ask } of [fast, right, maker])
		for (const id of driverIds) await ask('PUT', `/api/trips/${token}/verdicts/${id}`, verdict)

	await expect(heading(right.page, 'All sealed')).toBeVisible()
	await expect(fast.page.getByText('1 of 3', { exact: true })).toBeVisible({ timeout: 20_000 })
	const before = await timesOf(fast.page)
	await fast.page.reload()
	for (const { page } of [fast, right]) await expect(heading(page, 'Uncle Bob')).toBeAttached({ timeout: 20_000 })
	for (const { page } of [fast, right])
		await expect(page.getByText('3 of 3', { exact: true })).toBeVisible({ timeout: 20_000 })

	const [inFast, inRight] = [{ ...(await timesOf(fast.page)), ...before }, await timesOf(right.page)]
	const apart = (key: string) => Math.abs((inFast[key] ?? Number.NaN) - (inRight[key] ?? Number.NaN))
	for (const key of ['3', '2', '1', 'Uncle Joe: 1 of 3', 'Uncle Bob: 2 of 3', 'Uncle Bob: 3 of 3'])
		expect(apart(key), `${key} in the same second`).toBeLessThan(1000)
	for (const { page } of [fast, right])
		await expect(page.getByText('Receipt of a road trip')).toBeVisible({ timeout: 10_000 })
})

test('in a tunnel the page of a trip opens as it was seen last, and two tabs agree on what was said there [spec 14.15]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const maker = await member('maker')
	const bob = await addGhost(maker, 'Uncle Bob')
	const { token } = await maker.ask<{ token: string }>('POST', '/api/trips', { name: 'Homewards', driverIds: [bob.id] })
	const guest = await newPerson({ serviceWorkers: 'allow', isNew: true })
	const { page, context } = guest
	await withQuickPolls(context)
	await getIn(guest, token)
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
	await maker.ask('POST', `/api/trips/${token}/arrive`)
	await expect(heading(page, "Uncle Bob's Driving Today")).toBeVisible()
	guest.expectNoAnswer()
	await context.setOffline(true)
	await page.reload()

	await rateOn(page, 'Uncle Bob', { stars: 2 })
	await expect(page.getByText('On its way', { exact: true })).toBeVisible()
	const other = await context.newPage()
	await other.goto(`trip/${token}`)
	await expect(other.getByText('On its way', { exact: true })).toBeVisible()
	await page.close()
	await context.setOffline(false)

	await expect(other.getByText('sealed until the trip is opened', { exact: true })).toBeVisible()
	await expect(other.getByText('On its way', { exact: true })).toHaveCount(0)
	expect(await guest.ask<GivenRating[]>('GET', '/api/ratings')).toMatchObject([
		{ driverId: bob.id, starRating: 2, sealed: true, onTrip: true },
	])
})

test('a visitor who wants to start a trip logs in and is back there; home has no such button for visitors', async ({
	member,
	newPerson,
}) => {
	const { username } = await member('maker')
	const { page, open } = await newPerson()
	await open('home')
	await expect(driverRow(page, 'Demo Driver')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Road trip' })).toHaveCount(0)
	await open('trip/new')
	await page.waitForURL(/auth/)
	await logIn(page, username)

	await page.waitForURL(atPath('/trip/new'))
	await expect(page.getByRole('checkbox', { name: /^You/ })).toBeVisible()
})
