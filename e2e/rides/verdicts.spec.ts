import type { Page } from '@playwright/test'
import {
	atPath,
	choose,
	chooseFromMore,
	closeToast,
	expect,
	type Person,
	rate,
	submitVerdict,
	test,
	toastTitled,
} from '../fixtures/people.ts'

const given = ({ ask }: Person) => ask<{ starRating: number }[]>('GET', '/api/ratings')
const joke = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

test('a guest changes what they just said, finds it again, and takes it back [spec 10.22] [spec 10.24]', {
	tag: '@thorough',
}, async ({ newPerson }) => {
	const guest = await newPerson()
	const { page, open } = guest
	await open('rating/2')
	await submitVerdict(page, { stars: 2 })
	await closeToast(page)
	await chooseFromMore(page, 'Change it')
	const form = page.getByRole('dialog', { name: 'Your verdict on Demo Driver' })
	await choose(page, '5 stars')
	await form.getByRole('button', { name: 'Save Changes' }).click()
	await expect(toastTitled(page, 'Verdict changed')).toBeVisible()
	await expect(page.getByRole('img', { name: '5 stars out of 5' })).toBeVisible()
	expect(await given(guest)).toMatchObject([{ starRating: 5 }])

	// A rating keeps its joke after a reload and after going back.
	const said = await joke(page)
	await page.reload()
	await expect(page.getByRole('img', { name: '5 stars out of 5' })).toBeVisible()
	expect(await joke(page)).toBe(said)
	await chooseFromMore(page, 'My verdicts')
	await page.waitForURL(atPath('/verdicts'))
	await page.goBack()
	await expect(page.getByText('Thanks for rating.')).toBeVisible()
	expect(await joke(page)).toBe(said)

	await page.getByRole('link', { name: 'Back to Home' }).click()
	await page.getByRole('main').getByRole('link', { name: 'My verdicts' }).click()
	await expect(page.getByRole('listitem')).toHaveCount(1)
	await chooseFromMore(page, 'Take it back')
	await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
	await expect(toastTitled(page, 'Taken back')).toBeVisible()
	await expect(page.getByText('No verdicts yet')).toBeVisible()
	expect(await given(guest)).toEqual([])

	// After deletion, 'back' leads to the rating form instead of a celebration of the deleted rating.
	await page.goBack()
	await page.goBack()
	await expect(page.getByRole('button', { name: 'Spill the tea' })).toBeVisible()
})

test('what one tab has taken back is gone in the other one', { tag: '@thorough' }, async ({ member }) => {
	const rider = await member('rider')
	const { page, context, open } = rider
	await rate(rider, 2, { stars: 1 })
	await open('verdicts')
	await expect(page.getByRole('link', { name: 'Demo Driver' })).toBeVisible()
	const other = await context.newPage()
	await other.goto('verdicts')
	await chooseFromMore(other, 'Take it back')
	await other.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
	await expect(toastTitled(other, 'Taken back')).toBeVisible()

	await expect(page.getByText('No verdicts yet')).toBeVisible()
})
