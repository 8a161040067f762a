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
}

const TWENTY_ONE = 'a'.repeat(21)
const FIFTY_ONE = 'a'.repeat(51)
const CHARSET = 'Username can only contain letters, numbers, periods, underscores, and hyphens'

const forms: Form[] = [
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
	test(`${form.name}: each mistake is named at its field, which gets the focus, and nothing typed is lost [spec 5.4] [spec 5.5] [spec 5.6] [spec 5.9]`, async ({
		member,
		newPerson,
	}) => {
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

test.describe('a double click sends once', () => {
	/** Counts the requests that change something. */
	const writes = (page: Page, path: string) => {
		const seen: string[] = []
		page.on('request', (request) => {
			if (request.method() !== 'GET' && atPath(path)(new URL(request.url()))) seen.push(request.url())
		})
		return seen
	}

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
})
