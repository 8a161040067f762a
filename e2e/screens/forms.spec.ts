import type { Locator, Page } from '@playwright/test'
import { addGhost, atPath, expect, type Member, type Person, test } from '../fixtures/people.ts'

type Field = { label: string; typed: string; message: string }
type Form = {
	name: string
	/** Opens the form. */
	open: (member: Member, visitor: Person) => Promise<Page>
	within?: (page: Page) => Locator
	submit: string
	/** Each in turn: typed, submitted, the message read at the field, the focus in it. */
	wrong: Field[]
	/** What makes the other fields right, so that the focus has only one place to go. */
	right: Record<string, string>
	/** Its component test looks at the same. */
	isRepeated?: boolean
}

const at =
	(path: string, tab?: string) =>
	async (_: Member, { page, open }: Person) => {
		await open(path)
		if (tab) await page.getByRole('tab', { name: tab }).click()
		return page
	}
const TWENTY_ONE = 'a'.repeat(21)
const FIFTY_ONE = 'a'.repeat(51)
const CHARSET = 'Username can only contain letters, numbers, periods, underscores, and hyphens'

const forms: Form[] = [
	{
		name: 'logging in',
		isRepeated: true,
		open: at('auth'),
		submit: 'Log In',
		right: { Username: 'somebody', Password: 'something' },
		wrong: [
			{ label: 'Username', typed: 'ab', message: 'Username must be at least 3 characters' },
			{ label: 'Password', typed: '', message: 'Password is required' },
		],
	},
	{
		name: 'signing up',
		isRepeated: true,
		open: at('auth', 'Sign Up'),
		submit: 'Sign Up',
		right: { Username: 'somebody', Password: 'something' },
		wrong: [
			{ label: 'Username', typed: 'ab', message: 'Username must be at least 3 characters' },
			{ label: 'Username', typed: TWENTY_ONE, message: 'Username must be at most 20 characters' },
			{ label: 'Username', typed: 'uncle bob!', message: CHARSET },
			{ label: 'Password', typed: '12345', message: 'Password must be at least 6 characters' },
		],
	},
	{
		name: 'claiming',
		open: async (member, { page, open }) => {
			await open(`claim/${(await addGhost(member, 'To Be Claimed')).token}`)
			return page
		},
		submit: 'Show Me the Receipts',
		right: { Username: 'somebody', Password: 'something' },
		wrong: [
			{ label: 'Username', typed: 'ab', message: 'Username must be at least 3 characters' },
			{ label: 'Username', typed: FIFTY_ONE, message: 'Username must be at most 50 characters' },
			{
				label: 'Username',
				typed: 'uncle bob!',
				message: 'Username can only contain letters, numbers, dots, dashes, and underscores',
			},
			{ label: 'Password', typed: '1234567', message: 'Password must be at least 8 characters' },
		],
	},
	{
		name: 'renaming oneself',
		open: async ({ page, open, id }) => {
			await open(`profile/${id}`)
			await page.getByRole('button', { name: 'Edit username' }).click()
			return page
		},
		within: (page) => page.getByRole('dialog'),
		submit: 'Save Changes',
		right: { Username: 'somebody' },
		wrong: [
			{ label: 'Username', typed: 'ab', message: 'Username must be at least 3 characters' },
			{ label: 'Username', typed: TWENTY_ONE, message: 'Username must be at most 20 characters' },
			{ label: 'Username', typed: 'uncle bob!', message: CHARSET },
		],
	},
	{
		name: 'changing the password',
		isRepeated: true,
		open: async ({ page, open }) => {
			await open('settings')
			return page
		},
		submit: 'Change Password',
		right: { 'Current password': 'something', 'New password': 'something' },
		wrong: [
			{ label: 'Current password', typed: '', message: 'Password is required' },
			{ label: 'New password', typed: '12345', message: 'Password must be at least 6 characters' },
			{ label: 'New password', typed: 'a'.repeat(129), message: 'Password must be at most 128 characters' },
		],
	},
	{
		name: 'adding a ghost',
		open: async ({ page, open }) => {
			await open('add-driver')
			await page.getByRole('tab', { name: 'New Driver' }).click()
			return page
		},
		submit: 'Add Driver',
		right: { Name: 'Uncle Bob' },
		wrong: [
			{ label: 'Name', typed: ' a ', message: 'Name must be at least 2 characters' },
			{ label: 'Name', typed: FIFTY_ONE, message: 'Name cannot exceed 50 characters' },
		],
	},
	{
		name: 'finding a driver',
		open: async ({ page, open }) => {
			await open('add-driver')
			return page
		},
		submit: 'Search',
		right: { Username: 'somebody' },
		wrong: [
			{ label: 'Username', typed: 'ab', message: 'Username or email must be at least 3 characters' },
			{ label: 'Username', typed: FIFTY_ONE, message: 'Username or email must be at most 50 characters' },
		],
	},
]

for (const form of forms)
	test(`${form.name}: each mistake is named at its field, which gets the focus, and nothing typed is lost [spec 5.4] [spec 5.5] [spec 5.6] [spec 5.9]`, {
		tag: form.isRepeated ? '@thorough' : [],
	}, async ({ member, newPerson }) => {
		const page = await form.open(await member('typist'), await newPerson())
		const place = form.within?.(page) ?? page.getByRole('main')
		const field = (label: string) => place.getByLabel(label, { exact: true }).and(page.locator('input'))
		for (const { label, typed, message } of form.wrong) {
			for (const [other, text] of Object.entries(form.right)) await field(other).fill(text)
			await field(label).fill(typed)
			await place.getByRole('button', { name: form.submit, exact: true }).click()

			await expect(place.getByText(message, { exact: true })).toBeVisible()
			await expect(field(label)).toBeFocused()
			await expect(field(label)).toHaveValue(typed)
			await expect(field(label)).toHaveAttribute('aria-invalid', 'true')
			// Whoever does not see it hears it with the field.
			await expect(field(label)).toHaveAccessibleDescription(new RegExp(message.replaceAll('(', '\\(')))
		}
	})

test('with two mistakes the focus goes to the first, and both are named', { tag: '@thorough' }, async ({
	newPerson,
}) => {
	const { page, open } = await newPerson()
	await open('auth')
	await page.getByLabel('Password', { exact: true }).focus()
	await page.keyboard.press('Enter')
	await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
	await expect(page.getByText('Password is required')).toBeVisible()
	await expect(page.getByLabel('Username')).toBeFocused()
})

test('an invalid e-mail address is left out of the claim and does not prevent it', { tag: '@thorough' }, async ({
	member,
	newPerson,
}) => {
	const rater = await member('rater')
	const { token } = await addGhost(rater, 'No Mail')
	const claimer = await newPerson()
	await claimer.open(`claim/${token}`)
	const sent = claimer.page.waitForRequest((request) => request.url().endsWith('/api/ghost-drivers/claim'))
	await claimer.page.getByLabel('Username').fill(`mail.${Date.now().toString(36)}`)
	await claimer.page.getByLabel('Password', { exact: true }).fill('long-enough')
	await claimer.page.getByLabel('Email').fill('not an address')
	await claimer.page.getByRole('button', { name: 'Show Me the Receipts' }).click()
	expect(Object.keys((await sent).postDataJSON())).not.toContain('email')
	await claimer.page.waitForURL(/\/profile\/\d+$/)
})

test.describe('a double click sends once', () => {
	/** Counts the requests that change something. */
	const writes = (page: Page, path: string) => {
		const seen: string[] = []
		page.on('request', (request) => {
			if (request.method() !== 'GET' && atPath(path)(new URL(request.url()))) seen.push(request.url())
		})
		return seen
	}

	test('when signing up', { tag: '@thorough' }, async ({ newPerson }) => {
		const { page, open } = await newPerson()
		const sent = writes(page, '/api/users')
		await open('auth')
		await page.getByRole('tab', { name: 'Sign Up' }).click()
		await page.getByLabel('Username').fill(`dbl.${Date.now().toString(36)}`)
		await page.getByLabel('Password', { exact: true }).fill('long-enough')
		await page.getByRole('button', { name: 'Sign Up', exact: true }).dblclick()
		await page.waitForURL(/\/home$/)
		expect(sent).toHaveLength(1)
	})

	test('when adding a ghost, with the Enter key too', async ({ member }) => {
		const rider = await member('rider')
		const { page } = rider
		const sent = writes(page, '/api/ghost-drivers')
		await rider.open('add-driver')
		await page.getByRole('tab', { name: 'New Driver' }).click()
		await page.getByLabel('Name').fill('Only Once')
		await page.keyboard.press('Enter')
		await page.keyboard.press('Enter')
		await page.waitForURL(/\/rating\/\d+$/)
		expect(sent).toHaveLength(1)
		expect(await rider.ask('GET', '/api/ghost-drivers')).toHaveLength(1)
	})

	test('when claiming', { tag: '@thorough' }, async ({ member, newPerson }) => {
		const { token } = await addGhost(await member('rater'), 'Claimed Once')
		const { page, open } = await newPerson()
		const sent = writes(page, '/api/ghost-drivers/claim')
		await open(`claim/${token}`)
		await page.getByLabel('Username').fill(`once.${Date.now().toString(36)}`)
		await page.getByLabel('Password', { exact: true }).fill('long-enough')
		await page.getByRole('button', { name: 'Show Me the Receipts' }).dblclick()
		await page.waitForURL(/\/profile\/\d+$/)
		expect(sent).toHaveLength(1)
	})
})
