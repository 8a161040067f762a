import { addGhost, atPath, expect, heading, PASSWORD, rate, test } from '../fixtures/people.ts'
import { expectNothingCoveredAtEnd } from '../screens/covered.ts'
import { expectToStandStill, slowLine } from '../screens/layout-shift.ts'
import { resize } from '../screens/resize.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }
const LAPTOP = { width: 1280, height: 800 }

test('home is a list on a phone and a grid on a tablet and on a laptop, and is searched while one types [spec 12.19]', {
	tag: '@own-size',
}, async ({ member }) => {
	const rider = await member('rider', { viewport: LAPTOP })
	const { page, open } = rider
	for (const name of ['Anna', 'Bert', 'Clara']) await addGhost(rider, name)
	const drivers = page.locator('.driver')
	const field = page.getByRole('textbox', { name: 'Search your drivers' })
	const columns = async () => {
		const boxes = await drivers.evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().x)))
		return new Set(boxes).size
	}
	await open('home')
	await expect(drivers).toHaveCount(3)
	expect(await columns()).toBe(3)
	for (const name of ['Dora', 'Emil', 'Frida', 'Gus']) await addGhost(rider, name)
	await page.reload()
	await expect(drivers).toHaveCount(7)

	await expect(field).toHaveCount(0)
	expect(await columns()).toBe(3)
	await resize(page, TABLET)
	expect(await columns()).toBe(2)
	await resize(page, PHONE)
	expect(await columns()).toBe(1)

	await addGhost(rider, 'Hanna')
	await page.reload()
	for (const size of [PHONE, TABLET, LAPTOP]) {
		await resize(page, size)
		await expect(field).toBeVisible()
		await field.fill('ANN')
		await expect(page.getByText('2 of 8 drivers')).toBeVisible()
		await expect(drivers).toHaveText([/^Anna/, /^Hanna/])
		await field.press('Escape')
		await expect(drivers).toHaveCount(8)
		await expectNothingCoveredAtEnd(page, `home at ${size.width}`)
	}
})

test('a new rating stays new when its notice is closed, until the driver has seen their profile [spec 12.2]', {
	tag: '@thorough',
}, async ({ member }) => {
	const driver = await member('driver')
	await rate(await member('rider'), driver.id, { stars: 3 })
	const { page, open, username } = driver
	const ownRow = page.getByRole('link', { name: `Your profile: ${username}` })
	const inHeader = page.getByRole('banner').getByRole('button', { name: username })
	await open('home')

	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
	await expect(ownRow).toContainText('3.0 · 1 ride')
	await expect(ownRow).toContainText('1 new')
	// The notice also shows in the header of other screens.
	await open('settings')
	await expect(inHeader).toContainText('new ratings')
	await open('home')
	await expect(ownRow).toContainText('1 new')
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(inHeader).toContainText('new ratings')

	await ownRow.click()
	await page.waitForURL(atPath(`/profile/${driver.id}`))
	await expect(heading(page, 'Recent Ratings')).toBeVisible()
	await expect(inHeader).not.toContainText('new ratings')
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(ownRow).toContainText('1 ride')
	await expect(ownRow).not.toContainText('new')
})

test('three hundred drivers and a hundred members can all be reached [spec 12.1] [spec 12.19]', {
	tag: ['@thorough', '@own-size'],
}, async ({ member, ownInstance }) => {
	const on = await ownInstance()
	const rider = await member('rider', { on, viewport: LAPTOP })
	const { page, open } = rider
	const signUp = async (nth: number): Promise<number> => {
		const answer = await fetch(new URL('api/users', on.address), {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ username: `friend.${nth}`, password: PASSWORD }),
		})
		return ((await answer.json()) as { id: number }).id
	}
	const friends: number[] = []
	for (let nth = 1; nth <= 100; nth++) friends.push(await signUp(nth))
	const others = page.getByRole('region', { name: 'Others here' })

	await open('home')
	await expect(others.getByRole('listitem')).toHaveCount(12)
	await others.getByRole('link', { name: 'All' }).click()
	await page.waitForURL(atPath('/add-driver'))
	await open('home')

	// A member may have at most 200 unclaimed ghosts.
	for (const id of friends) await rate(rider, id)
	for (let nth = 1; nth <= 200; nth++) await addGhost(rider, `Driver ${nth}`)
	await page.reload()
	const drivers = page.locator('.driver')
	await expect(drivers).toHaveCount(300)
	await page.getByRole('textbox', { name: 'Search your drivers' }).fill('driver 199')
	await expect(drivers).toHaveCount(1)
	await expect(drivers).toHaveText(/^Driver 199/)
})

/** When everything that home loads late is there. */
const LATE_MS = 4000

test('home stands still with a notice: at a first visit, at the next one and on a slow line [spec 15.1]', async ({
	member,
}) => {
	const [rider, driver] = [await member('rider', { isNew: true }), await member('driver')]
	const { page, open } = rider
	for (const name of ['Anna', 'Bert', 'Clara']) await addGhost(rider, name)
	const id = await rate(rider, driver.id)
	await driver.ask('PUT', `/api/ratings/${id}/reply`, { sticker: 'music' })
	const notice = page.getByRole('region', { name: 'Notice' })
	const words = `${driver.username} answered: You chose the music`

	// The visit on a slow line is a next one, too.
	for (const visit of process.env.E2E_EVERY_CASE === '1' ? ['first', 'next'] : ['first']) {
		await open('home')
		await expect(notice).toContainText(words)
		await expectToStandStill(page, `${visit} visit`, LATE_MS)
	}
	await slowLine(page, 50)
	await open('home')
	await expect(notice).toContainText(words, { timeout: 20_000 })
	await expectToStandStill(page, 'slow line', LATE_MS)

	await notice.getByRole('link').click()
	await page.waitForURL(/\/verdicts#verdict-\d+$/)
	await expect(page.getByRole('main').getByRole('link', { name: driver.username, exact: true })).toBeFocused()
})
