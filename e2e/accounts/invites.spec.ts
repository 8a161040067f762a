import type { Page } from '@playwright/test'
import type { Instance } from '../fixtures/instance.ts'
import { linkFromOperator, operator, pathOf } from '../fixtures/operator.ts'
import {
	atPath,
	expect,
	heading,
	inInstance,
	PASSWORD,
	type Person,
	test,
	toastTitled,
	uniqueName,
} from '../fixtures/people.ts'

const INVITED = "You're Invited"
const TOO_LATE = 'This ride has left'

async function signUp(page: Page, username: string) {
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Sign Up', exact: true }).dblclick()
	await page.waitForURL(atPath('/home'))
	await expect(toastTitled(page, 'Welcome!')).toContainText(username)
}

/** A new instance whose first member has moved in by the link that its start printed. */
async function movedIn(instance: Instance, newPerson: (options: { on: Instance }) => Promise<Person>) {
	const first = await newPerson({ on: instance })
	const invite = pathOf(instance.log()).replace('invite/', '')
	const username = uniqueName('first')
	await first.ask('POST', '/api/users', { username, password: PASSWORD, email: null, invite })
	return { ...first, username }
}

type Kept = { id: number; uses: number; maxUses: number | null }
const invitesOf = async (instance: Instance): Promise<Kept[]> =>
	JSON.parse(await operator(instance, 'invite', 'list', '--json'))

test('the first start prints a link for the first one here; it works once', { tag: '@desktop' }, async ({
	ownInstance,
	newPerson,
}) => {
	const instance = await ownInstance('--signup', 'invite')
	const { page, open } = await newPerson({ on: instance })
	const link = pathOf(instance.log())
	await open(link)
	await expect(heading(page, 'You are the first one here')).toBeVisible()
	await expect(page).toHaveTitle('You are the first one here · Backseat')
	await page.reload()
	await expect(heading(page, 'You are the first one here')).toBeVisible()
	expect(new URL(page.url()).pathname).toBe(inInstance(`/${link}`))
	await signUp(page, uniqueName('first'))

	const late = await newPerson({ on: instance })
	late.expectStatus(404)
	await late.open(link)
	await expect(heading(late.page, TOO_LATE)).toBeVisible()
	await late.page.getByRole('link', { name: 'Back to Home' }).click()
	await late.page.waitForURL(atPath('/home'))
})

test('without an invitation there is no form; with one from the operator there is, for as many as it is for', {
	tag: '@thorough',
}, async ({ ownInstance, newPerson }) => {
	const instance = await ownInstance('--signup', 'invite')
	await movedIn(instance, newPerson)
	const friend = await newPerson({ on: instance })
	await friend.open('auth')
	await friend.page.getByRole('tab', { name: 'Sign Up' }).click()
	await expect(friend.page.getByText('This ride is by invitation')).toBeVisible()

	const link = await linkFromOperator(instance, 'invite', 'create', '--uses', '2')
	for (const person of [friend, await newPerson({ on: instance })]) {
		await person.open('home')
		await person.open(link)
		await expect(heading(person.page, INVITED)).toBeVisible()
		await signUp(person.page, uniqueName('friend'))
		// The link is behind them in every sense.
		await person.page.goBack()
		await expect(person.page).toHaveURL(atPath('/home'))
	}
	const third = await newPerson({ on: instance })
	third.expectStatus(404)
	await third.open(link)
	await expect(heading(third.page, TOO_LATE)).toBeVisible()
	await third.page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
	await third.page.waitForURL(atPath('/auth'))
})

test('an invitation revoked while they type lets nobody in, and says so', { tag: '@thorough' }, async ({
	ownInstance,
	newPerson,
}) => {
	const instance = await ownInstance('--signup', 'invite')
	await movedIn(instance, newPerson)
	const { page, open, expectStatus } = await newPerson({ on: instance })
	await open(await linkFromOperator(instance, 'invite', 'create'))
	await page.getByLabel('Username').fill(uniqueName('unlucky'))
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await operator(instance, 'invite', 'revoke', String((await invitesOf(instance))[0]?.id))
	expectStatus(403, 404)

	await page.getByRole('button', { name: 'Sign Up', exact: true }).click()

	await expect(toastTitled(page, 'Signup failed')).toBeVisible()
	await expect(heading(page, TOO_LATE)).toBeVisible()
})

test('a member who opens an invitation uses nothing up, and can let somebody else sit down', {
	tag: '@thorough',
}, async ({ ownInstance, newPerson }) => {
	const instance = await ownInstance('--signup', 'invite')
	const { page, open, username } = await movedIn(instance, newPerson)
	await open(await linkFromOperator(instance, 'invite', 'create', '--uses', '1'))
	await expect(heading(page, 'You have a seat already')).toBeVisible()
	await expect(page.getByText(`You are riding as ${username}`)).toBeVisible()
	expect(await invitesOf(instance)).toMatchObject([{ uses: 0, maxUses: 1 }])

	await page.getByRole('button', { name: `Not ${username}? Log out` }).click()

	await expect(heading(page, INVITED)).toBeVisible()
	await signUp(page, uniqueName('second'))
	expect(await invitesOf(instance)).toMatchObject([{ uses: 1 }])
})
