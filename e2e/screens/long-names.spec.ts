import type { Page } from '@playwright/test'
import { linkFromOperator } from '../fixtures/operator.ts'
import {
	addGhost,
	chooseFromMore,
	closeToast,
	driverRow,
	expect,
	heading,
	openAccountMenu,
	PASSWORD,
	type Person,
	rate,
	searchFor,
	submitVerdict,
	test,
	toastTitled,
} from '../fixtures/people.ts'
import { expectNothingCutOff } from './cut-off.ts'

/* The longest possible names, without a line break opportunity, on the narrowest phone. */

const WIDE = 'W'.repeat(50)
const PICTURES = '🚗'.repeat(50)
const EVERY_CASE = process.env.E2E_EVERY_CASE === '1'
/** `bun run test` checks each kind of name once; `bun run test:all` checks both kinds everywhere. */
const ghostNames = (name: string) => (EVERY_CASE ? [WIDE, PICTURES] : [name])
const PHONE = { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' } as const

let count = 0
const longUsername = () => `W${process.pid % 1e6}.${count++}.`.padEnd(50, 'W')

/** Gives this person the longest possible username, which only a claim can create. */
async function becomeLongNamed<P extends Person>(person: P, creator: Person) {
	const { token } = await addGhost(creator, 'Somebody')
	const username = longUsername()
	await person.ask('POST', '/api/ghost-drivers/claim', { token, username, password: PASSWORD })
	const { id } = await person.ask<{ id: number }>('POST', '/api/login', { username, password: PASSWORD })
	return { ...person, id, username }
}

/** Waits until the screen has loaded, and checks it. */
const look = async (page: Page, what: string) => {
	// Not by role: elements under a menu or dialog have no accessible role.
	await expect(page.locator('h1').first()).toBeVisible()
	await expectNothingCutOff(page, what)
}

test('a member reads every name to its end, however long [T19] [spec 9.18]', { tag: '@own-size' }, async ({
	member,
	newPerson,
}) => {
	test.setTimeout(300_000)
	const creator = await member('creator')
	const rider = await becomeLongNamed(await newPerson(PHONE), creator)
	const driver = await becomeLongNamed(await newPerson(PHONE), creator)
	await driver.ask('PATCH', `/api/users/${driver.id}`, { display_name: '👩‍🚀'.repeat(16) })
	const ghosts = await Promise.all(ghostNames(WIDE).map((name) => addGhost(rider, name)))
	for (const { id } of [...ghosts, driver]) await rate(rider, id)
	await rate(driver, rider.id)
	const { page, open } = rider

	await open('home')
	await expect(page.getByRole('dialog')).toBeVisible()
	await look(page, 'the popup')
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
	for (const { name } of ghosts) {
		await expect(driverRow(page, name)).toBeVisible()
		await look(page, 'home')
		await page.getByRole('button', { name: `Remove ${name}` }).click()
		await expect(toastTitled(page, 'Driver removed')).toBeVisible()
		await look(page, 'home with a removed driver')
		await page.getByRole('button', { name: 'Undo' }).click()
	}
	await openAccountMenu(page, rider.username)
	await look(page, 'the account menu')

	await open('add-driver')
	await page.getByRole('combobox').fill(driver.username.slice(0, 49))
	await expect(page.getByRole('option').first()).toBeVisible()
	await look(page, 'suggestions')
	for (const [username, words] of [
		[driver.username, 'User Found'],
		[rider.username, 'That is you'],
		[longUsername(), 'User Not Found'],
	] as const) {
		await searchFor(page, username)
		await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible()
		await look(page, words)
	}
	await open('add-driver?tab=new')
	for (const { name } of ghosts) {
		await page.getByLabel('Name').fill(name)
		await expect(page.getByRole('main').getByRole('status')).toBeVisible()
		await look(page, 'a namesake')
	}

	for (const { id } of EVERY_CASE ? [...ghosts, driver, rider] : [...ghosts, driver])
		for (const screen of EVERY_CASE ? ['profile', 'infographic', 'rating'] : ['profile', 'infographic']) {
			await open(`${screen}/${id}`)
			await look(page, screen)
		}
	await open(`poster/${rider.id}`)
	await look(page, 'the poster')
	await open(`profile/${rider.id}`)
	await look(page, 'the own profile')
	await page.getByRole('button', { name: 'Edit username' }).click()
	await look(page, 'being renamed')
	await open('settings')
	await look(page, 'settings')
	await open('auth')
	await expect(toastTitled(page, 'Already logged in')).toBeVisible()
	await look(page, 'being logged in already')

	for (const { id, name } of [...ghosts, { ...driver, name: driver.username }]) {
		await open(`rating/${id}`)
		await look(page, 'rating')
		await submitVerdict(page)
		await look(page, `the celebration of ${name}`)
	}
	await open('verdicts')
	await expect(page.getByRole('listitem').first()).toBeVisible()
	await look(page, 'my verdicts')
	for (const act of ['Change it', 'Take it back']) {
		await chooseFromMore(page, act)
		await look(page, act)
		await page.getByRole('button', { name: 'Cancel' }).click()
	}
	for (const { id, token } of ghosts) {
		await open(`share-ghost/${id}`)
		await look(page, 'sharing a ghost')
		await open(`claim/${token}`)
		await look(page, 'claiming as a member')
	}
	rider.expectStatus(401)
	await rider.ask('POST', '/api/logout')
	await open('home')
	await page.getByRole('button', { name: 'Log in again' }).click()
	await expect(page.getByRole('dialog')).toBeVisible()
	await look(page, 'a session that has ended')
})

test('a guest and a newcomer read every name to its end, however long [T19] [spec 9.18]', {
	tag: ['@own-size', '@thorough'],
}, async ({ member, newPerson, instance }) => {
	test.setTimeout(300_000)
	const creator = await member('creator')
	const driver = await becomeLongNamed(await newPerson(PHONE), creator)
	await rate(creator, driver.id)
	const { page, open } = await newPerson(PHONE)

	for (const name of ghostNames(PICTURES)) {
		const ghost = await addGhost(creator, name)
		for (const screen of ['profile', 'infographic', 'share-ghost']) {
			await open(`${screen}/${ghost.id}`)
			await look(page, screen)
		}
		await open(`rating/${ghost.id}`)
		await look(page, 'rating')
		await submitVerdict(page)
		await look(page, 'the celebration')
		await closeToast(page)
		await page.getByRole('button', { name: 'Save Your Rating' }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
		await look(page, 'the prompt to save')
		await open(`claim/${ghost.token}`)
		await look(page, 'claiming as a newcomer')
		await page.getByLabel('Username').fill(longUsername())
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
		await page.getByRole('button', { name: 'Show Me the Receipts' }).click()
		await expect(heading(page, 'The receipts are yours')).toBeVisible()
		await look(page, 'a claim that is done')
		await page.waitForURL(/\/profile\//)
		await page.getByRole('button', { name: 'That is me' }).click()
		await expect(page.getByRole('link', { name: 'View my stats' })).toBeVisible()
		await look(page, "a claimer's first profile")
		await open(await linkFromOperator(instance, 'user', 'reset-password', driver.username))
		await look(page, "a new password for somebody else's account")
		await page.evaluate(() => localStorage.clear())
		// Leaves the app, whose open page would still ask for the session.
		await page.goto('about:blank')
		await page.context().clearCookies()
	}
	await open(`profile/${driver.id}`)
	await look(page, "a member's profile")
})
