import type { Page } from '@playwright/test'
import { press, type Shot } from './picture.ts'

const BOB = 201
const BOB_TOKEN = 'seed-claim-token-uncle-bob-000001'

/** A ghost of Jonas's that nobody else has rated. */
const newGhost = async (page: Page) => {
	const answer = await page.request.post('./api/ghost-drivers', { data: { username: 'Auntie Gertrude', avatarId: 2 } })
	const { id } = (await answer.json()) as { id: number }
	await page.goto(`profile/${id}`)
	await press('Edit Auntie Gertrude')(page)
}

/** How ghosts are mended, and claimed. */
export const ghostShots: Record<string, Shot> = {
	'ghost-edit': { as: 'jonas', path: 'about:blank', act: newGhost },
	'ghost-edit-rated': { as: 'jonas', path: `profile/${BOB}`, act: press('Edit Uncle Bob') },
	'ghost-edit-mistake': {
		as: 'jonas',
		path: `profile/${BOB}`,
		act: async (page) => {
			await press('Edit Uncle Bob')(page)
			await page.getByLabel('Name').fill('B')
			await press('Save Changes')(page)
		},
	},
	'ghost-new-link': {
		as: 'jonas',
		path: `profile/${BOB}`,
		act: async (page) => {
			await press('Edit Uncle Bob')(page)
			await press('New link')(page)
		},
	},
	'ghost-delete': {
		as: 'jonas',
		path: 'about:blank',
		act: async (page) => {
			await newGhost(page)
			await press('Delete Auntie Gertrude')(page)
		},
	},
	'ghost-deleted': {
		as: 'jonas',
		path: 'about:blank',
		act: async (page) => {
			await newGhost(page)
			await press('Delete Auntie Gertrude')(page)
			await press('Delete Auntie Gertrude')(page)
			await page.waitForURL(/home$/)
		},
	},
	'claim-end': {
		path: `claim/${BOB_TOKEN}`,
		act: async (page) => {
			await page.getByRole('heading', { level: 1 }).waitFor()
			await page.mouse.wheel(0, 3000)
		},
	},
	'claim-mistakes': { path: `claim/${BOB_TOKEN}`, act: press('Show Me the Receipts') },
	'claim-died': {
		path: `claim/${BOB_TOKEN}`,
		act: async (page) => {
			await page.route('**/api/ghost-drivers/claim', (route) =>
				route.fulfill({
					status: 404,
					json: { message: 'This claim link is invalid or has already been used.', code: 'not_found', requestId: '1' },
				}),
			)
			await page.getByLabel('Username').fill('uncle.bob')
			await page.getByLabel('Password', { exact: true }).fill('backseat')
			await press('Show Me the Receipts')(page)
			await page.getByRole('heading', { name: 'Profile Not Found' }).waitFor()
		},
	},
	'profile-keep-nickname': {
		as: 'newbie',
		path: 'home',
		act: async (page) => {
			const { id } = (await (await page.request.get('./api/user')).json()) as { id: number }
			await page.evaluate(
				(userId) => localStorage.setItem('claimedNickname', JSON.stringify({ userId, nickname: 'Uncle Bob' })),
				id,
			)
			await page.goto(`profile/${id}`)
			await page.getByText('Keep being called Uncle Bob?').waitFor()
		},
	},
}
