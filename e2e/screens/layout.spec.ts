import { linkFromOperator } from '../fixtures/operator.ts'
import { addGhost, expect, heading, rate, test } from '../fixtures/people.ts'
import { expectNothingCutOff } from './cut-off.ts'

test('nothing scrolls sideways on a phone 360 pixels wide, and no word is cut off', { tag: '@own-size' }, async ({
	member,
	newPerson,
	instance,
}) => {
	const viewport = { width: 360, height: 700 }
	const rider = await member('rider', { viewport })
	rider.expectStatus(404)

	for (const [path, words] of [
		['home', 'Who are you rating today?'],
		['add-driver', 'Add Driver'],
		['add-driver?tab=new', 'Add Driver'],
		['settings', 'Settings'],
		['invite/no-such-token-anywhere', 'This ride has left'],
		['reset/no-such-token-anywhere', 'This key does not turn'],
		['claim/no-such-token-anywhere', 'Profile Not Found'],
		['rating/4711', 'Driver Not Found'],
		['profile/4711', 'Profile Not Found'],
		['nowhere', '404 Page Not Found'],
	] as const) {
		await rider.open(path)
		await expect(heading(rider.page, words).first()).toBeVisible()
		await expectNothingCutOff(rider.page, path)
	}
	await rider.open('settings')
	await rider.page.getByRole('button', { name: 'Delete Account' }).click()
	await expect(rider.page.getByRole('dialog')).toBeVisible()
	await expectNothingCutOff(rider.page, 'leaving')

	const visitor = await newPerson({ viewport })
	const invite = await linkFromOperator(instance, 'invite', 'create')
	const reset = await linkFromOperator(instance, 'user', 'reset-password', rider.username)
	for (const path of ['', 'home', 'auth', 'add-driver', 'settings', invite, reset, 'rating/2']) {
		await visitor.open(path)
		await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
		await expectNothingCutOff(visitor.page, `a visitor's ${path}`)
	}
})

test('every screen has a title of its own and one first heading', async ({ member }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Titled Tina')
	const driver = await member('driver')
	await rate(rider, driver.id)
	rider.expectStatus(404)
	const titles = new Map<string, string>()
	for (const path of [
		'home',
		'add-driver',
		`rating/${ghost.id}`,
		`rating/${driver.id}`,
		`profile/${ghost.id}`,
		`profile/${rider.id}`,
		`infographic/${ghost.id}`,
		`infographic/${driver.id}`,
		`share-ghost/${ghost.id}`,
		`claim/${ghost.token}`,
		'settings',
		'invite/no-such-token-anywhere',
		'reset/no-such-token-anywhere',
		'nowhere',
	]) {
		await rider.open(path)
		await expect(rider.page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expect(rider.page).toHaveTitle(/^.+ · Backseat$/)
		const title = await rider.page.title()
		expect(titles.get(title), `${path} and another screen are both called ${title}`).toBeUndefined()
		titles.set(title, path)
	}
	expect([...titles.keys()]).toContain("Titled Tina's Driving Today · Backseat")
})

test('targets on the rating screen are big enough for a thumb', { tag: '@own-size' }, async ({ newPerson }) => {
	const { page, open } = await newPerson({ viewport: { width: 360, height: 700 } })
	await open('rating/2')
	await expect(page.getByRole('button', { name: 'Spill the tea' })).toBeVisible()
	const small = await page.locator('label:has(input[type=radio]), main button, main a').evaluateAll((targets) =>
		targets
			.filter((target) => {
				const { width, height } = target.getBoundingClientRect()
				return width < 44 || height < 44
			})
			.map((target) => target.outerHTML.slice(0, 120)),
	)
	expect(small).toEqual([])
})
