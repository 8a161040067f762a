import type { APIRequestContext, Page } from '@playwright/test'
import { SEED_PASSWORD } from '#db/seed.ts'

export type Shot = {
	/** What others do beforehand. */
	before?: (request: APIRequestContext) => Promise<void>
	as?: string
	path: string
	act?: (page: Page) => Promise<void>
}

export const logIn = async (request: APIRequestContext, username: string) =>
	void (await request.post('./api/login', { data: { username, password: SEED_PASSWORD } }))

export const pick = async (page: Page, ...names: string[]) => {
	for (const name of names) await page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).click()
}
export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
