import { atPath, expect, heading, type Member, rate, test } from '../fixtures/people.ts'
import { withoutStream } from '../fixtures/without-stream.ts'

test.describe('the popup about a new rating', () => {
	/** Signed in, at home, and just rated by somebody. */
	async function rated(member: (name: string) => Promise<Member>) {
		const driver = await member('driver')
		await rate(await member('rater'), driver.id)
		await driver.open('home')
		await expect(driver.page.getByRole('dialog')).toBeVisible()
		return driver
	}
	const isSeen = ({ ask }: Member) =>
		expect
			.poll(async () => (await ask<{ isLatestRatingsSeen: boolean }>('GET', '/api/user')).isLatestRatingsSeen)
			.toBe(true)

	test('leads to the own profile, and does not come again [spec 7.9]', async ({ member }) => {
		const driver = await rated(member)
		await driver.page.getByRole('dialog').getByRole('button').filter({ hasText: /\w/ }).first().click()
		await driver.page.waitForURL(atPath(`/profile/${driver.id}`))
		await isSeen(driver)
		await driver.open('home')
		await expect(heading(driver.page, 'Who are you rating today?')).toBeVisible()
		await expect(driver.page.getByRole('dialog')).toHaveCount(0)
	})

	test('goes away with Close', { tag: '@thorough' }, async ({ member }) => {
		const driver = await rated(member)
		await driver.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
		await expect(driver.page.getByRole('dialog')).toHaveCount(0)
		await isSeen(driver)
	})

	test('goes away with a tap beside it', { tag: '@thorough' }, async ({ member }) => {
		const driver = await rated(member)
		await driver.page.mouse.click(20, 20)
		await expect(driver.page.getByRole('dialog')).toHaveCount(0)
		await isSeen(driver)
	})

	test('counts as seen when home is left without an answer', { tag: '@thorough' }, async ({ member }) => {
		const driver = await rated(member)
		await driver.page.evaluate(() => history.pushState(null, '', '/add-driver'))
		await driver.page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
		await isSeen(driver)
	})

	test('comes to somebody who is home already, within the half minute of the next look [spec 9.23] [spec 11.3]', async ({
		member,
	}) => {
		const driver = await member('driver')
		await withoutStream(driver.page)
		await driver.page.clock.install()
		await driver.open('home')
		await expect(heading(driver.page, 'Who are you rating today?')).toBeVisible()
		await rate(await member('rater'), driver.id)
		await driver.page.clock.runFor(30_000)
		await expect(driver.page.getByRole('dialog')).toBeVisible()
	})
})

test('a member who comes back to the tab sees at once what happened meanwhile', { tag: '@thorough' }, async ({
	member,
}) => {
	const driver = await member('driver')
	await withoutStream(driver.page)
	await driver.open('home')
	await expect(driver.page.getByRole('banner').getByRole('button', { name: driver.username })).toBeVisible()
	await rate(await member('rater'), driver.id)
	// Until a look finds nothing under way; a running one would be taken for the answer.
	await expect(async () => {
		await driver.page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
		await expect(driver.page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
	}).toPass({ timeout: 10_000 })
})
