import type { Page, Route } from '@playwright/test'
import { lanAddress } from '../fixtures/lan.ts'
import {
	addGhost,
	driverRow,
	expect,
	fillVerdict,
	inInstance,
	logIn,
	logOut,
	type Person,
	test,
	toastTitled,
	type Verdict,
} from '../fixtures/people.ts'

/** Goes offline once the form is filled in, and submits it. */
async function rateInTunnel({ page, context, open, expectNoAnswer }: Person, driverId: number, verdict?: Verdict) {
	expectNoAnswer()
	await open(`rating/${driverId}`)
	await fillIn(page, verdict)
	await context.setOffline(true)
	await spill(page)
}

async function fillIn(page: Page, verdict?: Verdict) {
	await fillVerdict(page, verdict)
	await filesAreHere(page, ['waiting', 'verdict'])
}

/** The code for stored ratings loads right after the form. */
const filesAreHere = (page: Page, names: string[]) =>
	page.waitForFunction(
		(names) =>
			names.every((file) => performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${file}-`))),
		names,
	)

async function spill(page: Page) {
	await page.getByRole('button', { name: 'Spill the tea' }).click()
	await expect(page.getByRole('heading', { name: 'Your verdict is on its way' })).toBeFocused()
}

const onItsWay = (page: Page, words: string) => page.getByText(`On its way: ${words}`, { exact: true })
const goHome = (page: Page) => page.getByRole('link', { name: 'Back to Home' }).click()
const ratingsOf = ({ ask }: Pick<Person, 'ask'>) =>
	ask<{ starRating: number; raterId: number }[]>('GET', '/api/ratings')

test('what is said in a tunnel is on its way, also after the app was closed and opened there, and sent once in daylight [B23] [spec 11.7] [spec 11.8]', async ({
	member,
}) => {
	const rider = await member('rider', { serviceWorkers: 'allow', isNew: true })
	const ghost = await addGhost(rider, 'Tunnel Tom')
	const { page, context } = rider
	await rider.open('home')
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
	await rateInTunnel(rider, ghost.id, { stars: 3 })
	await expect(toastTitled(page, 'The verdict is in!')).toHaveCount(0)
	await page.close()

	const again = await context.newPage()
	await again.goto('home')
	await expect(onItsWay(again, 'Tunnel Tom, 3 stars')).toBeVisible()
	await context.setOffline(false)
	await expect(toastTitled(again, 'The verdict is in!')).toContainText('Your rating of Tunnel Tom')
	await expect(onItsWay(again, 'Tunnel Tom, 3 stars')).toHaveCount(0)

	expect(await ratingsOf(rider)).toMatchObject([{ starRating: 3, raterId: rider.id }])
	await again.reload()
	await expect(again.getByRole('heading', { name: 'Who are you rating today?' })).toBeVisible()
	expect(await again.evaluate((key) => localStorage.getItem(key), `ratingsWaiting${inInstance('')}`)).toBeNull()
})

test('the server is killed as the rating comes: once it is back the screen celebrates, and there is one [B23]', async ({
	member,
	ownInstance,
}) => {
	const instance = await ownInstance()
	const rider = await member('rider', { on: instance })
	const ghost = await addGhost(rider, 'Killed Kim')
	const { page } = rider
	rider.expectNoAnswer()
	rider.expectStatus(503)
	await rider.open(`rating/${ghost.id}`)
	await fillIn(page, { stars: 2 })
	// Kills the server after it has saved the rating and before it responds.
	const killing = async (route: Route) => {
		await route.fetch()
		await instance.kill()
		await route.abort('connectionreset')
	}
	await page.route('**/api/ratings', killing, { times: 1 })
	await spill(page)

	await instance.start()

	await expect(page.getByText('Thanks for rating.')).toBeVisible()
	await expect(toastTitled(page, 'The verdict is in!')).toBeVisible()
	expect(await ratingsOf(rider)).toMatchObject([{ starRating: 2 }])
})

test('two tabs come out of the tunnel together, and one of them sends [B23]', { tag: '@desktop' }, async ({
	member,
}) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Twice Tilda')
	const { page, context } = rider
	const other = await context.newPage()
	await other.goto('home')
	let answers = 0
	context.on('response', (answer) => {
		if (answer.request().method() === 'POST' && answer.url().endsWith('/api/ratings')) answers += 1
	})
	await rateInTunnel(rider, ghost.id)
	await expect(onItsWay(other, 'Twice Tilda, 4 stars')).toBeVisible()

	await context.setOffline(false)

	await expect(page.getByText('Thanks for rating.')).toBeVisible()
	await expect(onItsWay(other, 'Twice Tilda, 4 stars')).toHaveCount(0)
	expect(await ratingsOf(rider)).toHaveLength(1)
	expect(answers).toBe(1)
})

test('a log-out in between: it waits for its member, whoever uses the browser meanwhile [T39]', {
	tag: '@thorough',
}, async ({ member, newPerson }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Loyal Lou')
	const somebody = await member('somebody')
	const { page, context } = rider
	await rateInTunnel(rider, ghost.id)
	await goHome(page)
	await logOut(page, rider.username)
	await expect(onItsWay(page, 'Loyal Lou, 4 stars')).toHaveCount(0)
	await context.setOffline(false)

	rider.expectStatus(401)
	await rider.open('auth')
	await logIn(page, somebody.username)
	await page.waitForURL(/home/)
	await expect(page.getByRole('banner').getByRole('button', { name: somebody.username })).toBeVisible()
	await expect(page.getByText(/Loyal Lou/)).toHaveCount(0)
	await logOut(page, somebody.username)
	await rider.open('auth')
	await logIn(page, rider.username)

	await expect(toastTitled(page, 'The verdict is in!')).toBeVisible()
	expect(await ratingsOf(rider)).toMatchObject([{ raterId: rider.id }])
	expect(await ratingsOf(somebody)).toEqual([])
	expect(await ratingsOf(await newPerson())).toEqual([])
})

test.describe('at the address of the home network, on plain http', () => {
	test.skip(!lanAddress, 'This machine is on no network')

	test('a guest loses nothing either, and keeps it by the cookie [spec 11.8]', { tag: '@thorough' }, async ({
		newPerson,
		ownInstance,
	}) => {
		const instance = await ownInstance('--host', '0.0.0.0')
		const on = { address: `http://${lanAddress}:${new URL(instance.address).port}${inInstance('/')}` }
		const guest = await newPerson({ on })
		const { page, context } = guest
		await rateInTunnel(guest, 2, { stars: 1 })
		expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false])
		await goHome(page)
		await expect(onItsWay(page, 'Demo Driver, 1 star')).toBeVisible()
		await context.setOffline(false)

		await expect(toastTitled(page, 'The verdict is in!')).toBeVisible()
		await expect(page.getByRole('link', { name: 'My verdicts' })).toBeVisible()
		expect(await ratingsOf(guest)).toMatchObject([{ starRating: 1, raterId: 1 }])
	})

	test('two tabs of a guest rate for the first time at once, and both verdicts are theirs [B23]', {
		tag: '@own-size',
	}, async ({ newPerson, ownInstance }) => {
		const instance = await ownInstance('--host', '0.0.0.0')
		const on = { address: `http://${lanAddress}:${new URL(instance.address).port}${inInstance('/')}` }
		const guest = await newPerson({ on })
		const other = await guest.context.newPage()
		await other.goto('rating/2')
		await guest.open('rating/2')
		await fillIn(guest.page, { stars: 1 })
		await fillIn(other, { stars: 5 })
		// Two requests are in flight at once, and the first one sent is answered last.
		let first: Route | undefined
		const { promise: bothSent, resolve: secondSent } = Promise.withResolvers<void>()
		await guest.context.route('**/api/ratings', async (route) => {
			const answer = await route.fetch()
			if (first === undefined) {
				first = route
				await bothSent
			} else secondSent()
			await route.fulfill({ response: answer })
		})
		const spillAt = (page: Page) => page.getByRole('button', { name: 'Spill the tea' }).click()
		await Promise.all([spillAt(guest.page), spillAt(other)])
		for (const page of [guest.page, other]) await expect(page.getByText('Thanks for rating.')).toBeVisible()

		const stars = (await ratingsOf(guest)).map(({ starRating }) => starRating)
		expect(stars.toSorted()).toEqual([1, 5])
	})
})

test('what a first-time guest drops is called back, although it had arrived without an answer [B23]', {
	tag: '@thorough',
}, async ({ newPerson }) => {
	const guest = await newPerson()
	const { page } = guest
	const rides = async () => (await guest.ask<{ totalRides: number }>('GET', '/api/drivers/2/stats')).totalRides
	guest.expectNoAnswer()
	await guest.open('rating/2')
	await fillIn(page, { stars: 2 })
	const before = await rides()
	// The rating is saved, but the response with its cookie is lost.
	await page.route('**/api/ratings', async (route) => {
		await fetch(route.request().url(), {
			method: 'POST',
			headers: { ...(await route.request().allHeaders()), connection: 'close' },
			body: route.request().postData(),
		})
		await route.abort('connectionreset')
	})
	await spill(page)
	expect(await rides()).toBe(before + 1)
	expect(await ratingsOf(guest)).toEqual([])

	await page.getByRole('button', { name: 'Drop it' }).click()
	await expect(toastTitled(page, 'Dropped')).toContainText('If it slipped out before, it is called back.')

	await expect.poll(rides).toBe(before)
})

test('a driver on the home list can be rated in a tunnel that began at home', { tag: '@thorough' }, async ({
	member,
}) => {
	const rider = await member('rider')
	await addGhost(rider, 'Home Hannah')
	const { page, context } = rider
	rider.expectNoAnswer()
	await rider.open('home')
	// Fetched when the first screen is idle.
	await filesAreHere(page, ['waiting', 'verdict', 'rating'])
	await context.setOffline(true)
	await driverRow(page, 'Home Hannah').click()
	await fillVerdict(page, { stars: 5 })
	await spill(page)
	await context.setOffline(false)
	await expect(page.getByText('Thanks for rating.')).toBeVisible()
})
