import { expect } from '@playwright/test'
import { ALL_GOOD } from '#contract/impressions.ts'
import { namesOf, PASSWORD, uniqueName } from '../fixtures/people.ts'
import type { Person } from './person.ts'
import { test } from './walk.ts'

// The main paths through the app, in every available engine, at phone and desktop size.

const DEMO = 'Demo Driver'
const spill = { role: 'button', name: 'Spill the tea' }
const answer = (name: string) => ({ role: 'radio', name })
const toast = (words: string) => ({ text: words, inside: { role: 'region', name: /^Notifications/ } })
const ratingsOf = ({ ask }: Person) => ask<{ starRating: number; driverId: number }[]>('GET', 'api/ratings')

async function fillVerdict({ tap }: Person, stars: number) {
	for (const name of namesOf({ stars, isSmooth: false })) await tap(answer(name))
}

async function fillAccount({ see, fill, tap }: Person, username: string, button: string) {
	const goOn = 'Sign up without it'
	// An instance without a host says so before its form; the shared one may have a host by now.
	if ((await see({ text: /^(Sign up without it|Username)$/ })).includes(goOn)) await tap({ role: 'button', name: goOn })
	await fill('Username', username)
	await fill('Password', PASSWORD)
	await tap({ role: 'button', name: button })
}

test('a guest rates a driver and keeps the rating by signing up', async ({ newPerson }) => {
	const guest = await newPerson()
	const { open, tap, see, at } = guest
	await open('home')
	await tap({ role: 'link', name: new RegExp(DEMO) })
	await at(/^rating\/2$/)
	await fillVerdict(guest, 5)
	await tap(spill)
	await see('Thanks for rating.')
	await see(toast('The verdict is in!'))
	await tap({ role: 'button', name: 'Save Your Rating' })
	await tap({ role: 'link', name: 'Sign Up or Log In' })
	const name = uniqueName('keeper')
	await fillAccount(guest, name, 'Sign Up')

	await at(/^profile\/2$/)
	await see(toast('Welcome!'))
	expect(await ratingsOf(guest)).toMatchObject([{ driverId: 2, starRating: 5, rideQuality: 'bumpy' }])
})

test('a rater adds a ghost, rates it and changes that; the driver claims it by the link, and has a card', async ({
	member,
	newPerson,
}) => {
	const rater = await member('rater')
	await rater.open('home')
	await rater.tap({ role: 'link', name: '+ Add Driver' })
	await rater.tap({ role: 'tab', name: 'New Driver' })
	await rater.fill('Name', 'Uncle Bob')
	await rater.tap({ role: 'button', name: 'Add Driver' })
	const ghostId = await rater.at(/^rating\/(\d+)$/)
	await fillVerdict(rater, 2)
	await rater.tap(spill)
	await rater.see('Thanks for rating.')
	await rater.tap({ role: 'button', name: 'More about your verdict on Uncle Bob' })
	await rater.tap({ role: 'menuitem', name: 'Change it' })
	await rater.tap({ ...answer('4 stars'), inside: { role: 'dialog' } })
	await rater.tap({ role: 'button', name: 'Save Changes' })
	await rater.see(toast('Verdict changed'))
	await rater.see({ role: 'img', name: '4 stars out of 5' })
	await rater.tap({ role: 'link', name: 'Share the Verdict' })
	await rater.at(new RegExp(`^share-ghost/${ghostId}$`))
	const link = await rater.see({ text: /\/claim\/\S+/ })

	const bob = await newPerson()
	await bob.open(link.match(/claim\/\S+/)?.[0] ?? '')
	await bob.see("You've got 1 rating waiting!")
	const name = uniqueName('uncle.bob')
	await fillAccount(bob, name, 'Show Me the Receipts')
	const bobId = await bob.at(/^profile\/(\d+)$/)
	await bob.see({ role: 'heading', name: '1 rating is in here' })
	await bob.tap({ role: 'button', name: 'Break the seal' })
	await bob.see({ role: 'img', name: '4 stars out of 5' })
	await bob.tap({ role: 'button', name: 'So what does that make me?' })
	await bob.see({ role: 'heading', name: 'That makes you… Fresh Plates' })
	await bob.open(`profile/${bobId}`)
	await bob.see({ role: 'heading', name })
	await bob.tap({ role: 'link', name: 'View my stats' })
	await bob.at(/^infographic\//)
	await bob.see('1 ride rated')
	await rater.open(`profile/${ghostId}`)
	await rater.at(new RegExp(`^profile/${bobId}$`))
})

test('a receipt is sent as a page that follows a changed verdict, and is ended from the glovebox', async ({
	member,
}) => {
	const driver = await member('driver')
	const rater = await member('rater')
	await rater.open(`rating/${driver.id}`)
	await rater.value(withoutShareSheet)
	await fillVerdict(rater, 2)
	await rater.tap(spill)
	await rater.tap({ role: 'button', name: 'Send my receipt' })
	const sheet = { role: 'dialog', name: 'Send my receipt' }
	await rater.see({ role: 'img', name: 'QR code of my receipt', inside: sheet })
	await rater.press('Escape')
	await rater.seeNo(sheet)

	await rater.tap({ role: 'link', name: 'Back to Home' })
	await rater.tap({ role: 'link', name: new RegExp(driver.username) })
	await rater.see({ text: /^You rated/ })
	await rater.tap({ role: 'button', name: 'Change it' })
	await rater.tap({ ...answer('5 stars'), inside: { role: 'dialog' } })
	await rater.tap({ role: 'button', name: 'Save Changes' })
	await rater.see({ role: 'img', name: '5 stars out of 5' })

	await rater.open('glovebox')
	await rater.see({ role: 'link', name: 'A receipt of mine' })
	// By its address: drivers lose track of a press that opens another document.
	const path = (await rater.value(sentLink)).match(/r\/[\w-]{22}$/)?.[0] ?? ''
	await rater.open(path)
	await rater.see({ role: 'img', name: /5 stars/ })
	await expect.poll(() => rater.value(drawnPictures), { timeout: 60_000 }).toBe(1)
	await rater.see({ role: 'link', name: 'Rate them, too' })
	await rater.open('glovebox')
	await rater.tap({ role: 'button', name: 'End it' })
	await rater.tap({ role: 'button', name: 'End it', inside: { role: 'alertdialog' } })
	await rater.seeNo({ role: 'link', name: 'A receipt of mine' })
	await rater.open(path)
	await rater.see({ role: 'heading', name: 'This page has ended' })
})

/** The share sheet of the system would cover the page. Runs in the page. */
const withoutShareSheet = () => void Object.assign(navigator, { share: undefined })

/** Runs in the page. */
const sentLink = () => document.querySelector<HTMLAnchorElement>('.glovebox-sent a')?.href ?? ''

/** Runs in the page. */
const drawnPictures = () => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length

test('a rating shows at the other end of the car while it is looked at, in each of its tabs', async ({ member }) => {
	const driver = await member('driver')
	const rater = await member('rater')
	await driver.open('home')
	await driver.see('No drivers yet. Add one to get started!')
	const other = await driver.newTab()
	await other.open('home')
	await other.see('No drivers yet. Add one to get started!')

	await rater.open(`rating/${driver.id}`)
	await fillVerdict(rater, 4)
	await rater.tap(spill)
	await rater.see('Thanks for rating.')

	await driver.see({ role: 'dialog' })
	await other.see({ role: 'dialog' })
})

test('three in a car rate its driver and read the receipt of the trip, that of the month, and the year', async ({
	member,
	newPerson,
}) => {
	test.setTimeout(300_000)
	const maker = await member('maker')
	await maker.ask('POST', 'api/ghost-drivers', { username: 'Uncle Bob' })
	await maker.open('home')
	await maker.tap({ role: 'link', name: 'Road trip' })
	await maker.fill('Where to?', 'To the sea')
	await maker.tap({ role: 'checkbox', name: 'Uncle Bob' })
	await maker.tap({ role: 'button', name: 'Start the trip' })
	const token = await maker.at(/^trip\/([\w-]{20,})$/)
	const guests = [await newPerson(), await newPerson()]
	for (const guest of guests) {
		await guest.open(`trip/${token}`)
		await guest.tap({ role: 'button', name: 'Get in' })
		await guest.see('You are in')
	}
	await maker.see('3 in the car')
	await maker.tap({ role: 'button', name: 'We have arrived' })
	await maker.tap({ role: 'button', name: 'We have arrived', inside: { role: 'alertdialog' } })

	for (const passenger of [maker, ...guests]) {
		await passenger.see({ role: 'heading', name: "Uncle Bob's Driving Today" })
		await fillVerdict(passenger, 4)
		await passenger.tap({ role: 'button', name: 'Seal it' })
	}

	// The show runs at the same time on every phone; one of them is in a hurry.
	await maker.tap({ role: 'button', name: 'Show all' })
	for (const passenger of [maker, ...guests]) {
		await passenger.see('Driver of the trip')
		await passenger.see('4.0')
	}
	const notice = { role: 'region', name: 'Notice' }
	await maker.open('home')
	await maker.see({ text: 'To the sea is over. Its receipt is printed.', inside: notice })
	await maker.tap({ role: 'button', name: 'Put this away', inside: notice })
	await maker.seeNo({ text: /To the sea/ })
	await maker.open('glovebox')
	await maker.tap({ role: 'link', name: /^To the sea/ })
	await maker.at(new RegExp(`^trip/${token}$`))
	await maker.see('Driver of the trip')
	const month = new Date().toISOString().slice(0, 7)
	await maker.open(`receipts/${month}`)
	await maker.see({ role: 'heading', name: 'Driver of the Month' })
	await maker.see({ role: 'navigation', name: 'Other months' })
	await maker.open(`wrapped?year=${month.slice(0, 4)}`)
	await maker.see({ role: 'region', name: month.slice(0, 4) })
	await maker.tap({ role: 'button', name: 'Next card' })
	await maker.see({ role: 'region', name: 'All of you' })
	await maker.press('Escape')
	await maker.at(/^home$/)
})

test('a rating given while the server is away waits in the browser, and is sent once when it is back', async ({
	member,
	instance,
	expectInConsole,
}) => {
	expectInConsole(/./)
	const rater = await member('rater')
	const { id } = await rater.ask<{ id: number }>('POST', 'api/ghost-drivers', { username: 'Tunnel Tom' })
	await rater.open(`rating/${id}`)
	await fillVerdict(rater, 3)
	await instance.stop()
	await rater.tap(spill)
	await rater.see({ role: 'heading', name: 'Your verdict is on its way' })

	await instance.start()

	await rater.see('Thanks for rating.')
	expect(await ratingsOf(rater)).toMatchObject([{ driverId: id, starRating: 3 }])
	await rater.reload()
	await rater.see('Thanks for rating.')
	expect(await ratingsOf(rater)).toHaveLength(1)
})

test('after one visit the app opens while the server is away, and goes on by itself when it is back', async ({
	member,
	instance,
	expectInConsole,
}) => {
	expectInConsole(/./)
	const rater = await member('rater')
	await rater.ask('POST', 'api/ghost-drivers', { username: 'Kept Kim' })
	await rater.open('home')
	await expect
		.poll(() => rater.value(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
		.toBe('activated')
	await instance.stop()

	for (const path of ['settings', 'home']) {
		await rater.open(path)
		await rater.see({ role: 'button', name: new RegExp(rater.username) })
	}
	await rater.see('Your drivers are stuck in traffic')
	await instance.start()

	await rater.see('Kept Kim')
})

test('a rating is given without a mouse', async ({ member }) => {
	const rater = await member('rater')
	const { id } = await rater.ask<{ id: number }>('POST', 'api/ghost-drivers', { username: 'Uncle Bob' })
	const row = { role: 'link', name: /Uncle Bob/ }
	await rater.open('home')
	await rater.see(row)
	const tabTo = async (target: { role: string; name: string | RegExp }) => {
		for (let presses = 0; presses < 14; presses++) {
			if (await rater.isFocused(target)) return
			await rater.press('Tab')
		}
		throw new Error(`Tab never reached ${target.name}`)
	}
	await tabTo(row)
	await rater.press('Enter')
	await rater.at(/^rating\/\d+$/)
	await rater.see(spill)
	await tabTo(answer('1 star'))
	for (const stars of ['2 stars', '3 stars', '4 stars']) {
		await rater.press('ArrowRight')
		await rater.expectFound(answer(stars), { isChecked: true, hasFocus: true })
	}
	await tabTo(answer('yas'))
	await rater.press('Space')
	await tabTo(answer('smooth as'))
	await rater.press('ArrowRight')
	await tabTo(answer('good vibes'))
	await rater.press('Space')
	await tabTo(spill)
	await rater.press('Enter')

	await rater.see('Thanks for rating.')
	expect(await ratingsOf(rater)).toMatchObject([{ driverId: id, starRating: 4, ...ALL_GOOD, rideQuality: 'bumpy' }])
})
