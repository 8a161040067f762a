import { ALL_BAD } from '#contract/impressions.ts'
import { makeHost } from '../fixtures/hosts.ts'
import { expect, heading, type Member, PASSWORD, test } from '../fixtures/people.ts'

const said = ALL_BAD

const rate = ({ ask }: Pick<Member, 'ask'>, driverId: number, starRating: number) =>
	ask('POST', '/api/ratings', { driverId, ...said, starRating })

test('a driver reports a rating, a host removes it, and it is gone from the card; the driver reads what became of it [spec 12.14] [spec 12.21]', async ({
	member,
	ownInstance,
}) => {
	// An own instance, because on the shared one other tests leave reports that would change the count.
	const on = await ownInstance()
	const [driver, rater, host] = [
		await member('driver', { on }),
		await member('rater', { on }),
		await member('host', { on }),
	]
	await makeHost(on, host)
	await rate(rater, driver.id, 1)
	await rate(rater, driver.id, 5)
	const { page } = driver
	await host.open('host')
	await expect(heading(host.page, 'Dashboard')).toBeVisible()

	await driver.open(`profile/${driver.id}`)
	await page.getByRole('button', { name: /^1 star out of 5/ }).click()
	await page.getByRole('button', { name: /^More about this rating \(1 star,/ }).click()
	await page.getByRole('menuitem', { name: 'Not fair? Report it' }).click()
	await page.getByText('Not my ride').click()
	await page.getByRole('button', { name: 'Report it', exact: true }).click()
	await expect(page.getByRole('dialog', { name: 'Reported' })).toBeVisible()
	await page.getByRole('button', { name: 'Okay' }).click()
	await expect(page.getByRole('button', { name: /^Reported \(1 star,/ })).toBeFocused()

	// The dashboard, its tab and the avatar in the header show the report without a reload.
	const line = host.page.locator('.receipt-line').filter({ hasText: 'Reports waiting' })
	await expect(line).toHaveText(/^REPORTS WAITING\s*1$/, { useInnerText: true })
	await expect(host.page.getByRole('banner').getByRole('button', { name: '1 report waits' })).toBeVisible()
	await host.page.getByRole('link', { name: 'Reports (1 waiting)' }).click()
	host.expectStatus(403)
	const report = host.page.getByRole('article', { name: driver.username })
	await expect(report.getByText('Not my ride')).toBeVisible()
	await expect(host.page.locator('main')).not.toContainText(rater.username)
	await report.getByRole('button', { name: 'Remove the rating' }).click()
	await host.page.getByRole('button', { name: 'Remove it' }).click()
	await host.page.getByLabel('Your password').fill(PASSWORD)
	await host.page.getByRole('button', { name: 'Go on' }).click()
	const done = host.page.getByRole('region', { name: 'Done with' }).getByRole('listitem')
	await expect(host.page.getByRole('link', { name: /^Reports \(/ })).toHaveCount(0)
	await expect(done.filter({ hasText: driver.username })).toContainText('The rating is gone.')

	// The driver who reported it sees the decision without a reload.
	await expect(page.getByText('Removed', { exact: true })).toBeVisible()
	await expect(page.getByRole('button', { name: /1 star/ })).toHaveCount(0)
	await driver.open(`infographic/${driver.id}`)
	await expect(page.getByText('1 ride rated')).toBeVisible()
	await rater.open('verdicts')
	await expect(rater.page.getByRole('img', { name: '5 stars out of 5' })).toBeVisible()
	await expect(rater.page.getByRole('img', { name: '1 star out of 5' })).toHaveCount(0)
	await host.open('host')
	await expect(host.page.locator('main')).toContainText(driver.username)
	await expect(host.page.locator('main')).not.toContainText(rater.username)
})

test('what a host keeps by keyboard stays, and its driver reads that it is the last word', {
	tag: '@thorough',
}, async ({ member, instance }) => {
	const [driver, host] = [await member('driver'), await member('host')]
	await makeHost(instance, host)
	await rate(host, driver.id, 2)
	const [{ id } = { id: 0 }] = await driver.ask<{ id: number }[]>('GET', '/api/ratings/received')
	await driver.ask('POST', `/api/ratings/${id}/report`, { reason: 'other' })
	const { page } = host
	await host.open('host/reports')
	host.expectStatus(403)

	await page.getByRole('article', { name: driver.username }).getByRole('button', { name: 'Keep it' }).press('Enter')
	await expect(page.getByLabel('Your password')).toBeFocused()
	await page.keyboard.type(PASSWORD)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('region', { name: 'Done with' }).getByText(driver.username)).toBeVisible()
	await expect(heading(page, 'Reports')).toBeVisible()

	await driver.open(`profile/${driver.id}`)
	await driver.page.getByRole('button', { name: /^Kept \(2 stars,/ }).click()
	await expect(driver.page.getByText('it cannot be reported again')).toBeVisible()
})
