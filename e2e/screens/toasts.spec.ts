import type { Page } from '@playwright/test'
import { addGhost, driverRow, expect, heading, type Member, test, toastTitled } from '../fixtures/people.ts'

const toasts = (page: Page) => page.locator('.toast')

/** Opens home with two ghosts and removes the first, which raises a toast. */
async function withToast(member: (name: string) => Promise<Member>) {
	const rider = await member('rider')
	await addGhost(rider, 'Toasty Tim')
	await addGhost(rider, 'Crispy Kim')
	await rider.open('home')
	await rider.page.getByRole('button', { name: 'Remove Toasty Tim' }).click()
	await expect(toastTitled(rider.page, 'Driver removed')).toContainText('Toasty Tim')
	return rider.page
}

test('a toast goes with the screen it is about, by a link and by the back button [spec 10.12]', async ({ member }) => {
	const page = await withToast(member)
	await driverRow(page, 'Crispy Kim').click()
	await expect(heading(page, "Crispy Kim's Driving Today")).toBeVisible()
	await expect(toasts(page)).toHaveCount(0, { timeout: 1500 })

	await page.goBack()
	await page.getByRole('button', { name: 'Remove Crispy Kim' }).click()
	await expect(toasts(page)).toBeVisible()
	await page.goForward()
	await expect(heading(page, "Crispy Kim's Driving Today")).toBeVisible()
	// The toast would close by itself only after five seconds.
	await expect(toasts(page)).toHaveCount(0, { timeout: 1500 })
})

test('F8 brings the focus to the toast, from where its buttons are a Tab away [spec 9.27]', async ({ member }) => {
	const page = await withToast(member)
	await page.keyboard.press('F8')
	await expect(page.getByRole('region', { name: /Notifications/ })).toBeFocused()
	await page.keyboard.press('Tab')
	for (let presses = 0; presses < 3; presses++) {
		if (await page.getByRole('button', { name: 'Undo' }).evaluate((button) => button === document.activeElement)) break
		await page.keyboard.press('Tab')
	}
	await page.keyboard.press('Enter')
	await expect(driverRow(page, 'Toasty Tim')).toBeVisible()
})

test('a swipe to the right of 50 pixels takes a toast away, a shorter one does not [spec 9.26]', {
	tag: '@desktop',
}, async ({ member }) => {
	const page = await withToast(member)
	const toast = toasts(page)
	await toast.evaluate((element) =>
		Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
	)
	const box = await toast.boundingBox()
	if (!box) throw new Error('The toast has no place')
	const [x, y] = [box.x + 20, box.y + 12]
	const swipe = async (pixels: number) => {
		const touch = await page.context().newCDPSession(page)
		const at = (dx: number) => [{ x: x + dx, y }]
		if (page.viewportSize()?.width === 1280) {
			await page.mouse.move(x, y)
			await page.mouse.down()
			await page.mouse.move(x + pixels / 2, y)
			await page.mouse.move(x + pixels, y)
			await page.mouse.up()
			return
		}
		await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
		for (const part of [0.25, 0.5, 0.75, 1])
			await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(pixels * part) })
		await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
	}
	await swipe(30)
	await expect(toast).toBeVisible()
	await expect(toast).toHaveCSS('opacity', '1')
	await swipe(70)
	await expect(toasts(page)).toHaveCount(0, { timeout: 1500 })
})
