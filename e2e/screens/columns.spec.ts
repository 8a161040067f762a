import type { Page } from '@playwright/test'
import { addGhost, expect, type People, type Person, rate, submitVerdict, test } from '../fixtures/people.ts'
import { expectNothingCovered, expectNothingCoveredAtEnd } from './covered.ts'
import { resize } from './resize.ts'

const LAPTOP = { width: 1280, height: 800 }
const TABLET = { width: 768, height: 1024 }
const WIDE = [LAPTOP, TABLET] as const
/** Height that remains for a page on a small laptop. */
const LOW_LAPTOP = { width: 1366, height: 650 }
const PHONE = { width: 390, height: 844 }

/** Paths of screens, each with the person who opens it. */
type Screens = readonly (readonly [Person, string])[]

/** A rider whom a visitor rated, a ghost whom the rider rated, and a ghost whose name fills every line. */
async function ratedDrivers({ member, newPerson }: Pick<People, 'member' | 'newPerson'>) {
	const rider = await member('rider', { viewport: LAPTOP })
	const visitor = await newPerson({ viewport: LAPTOP })
	const ghost = await addGhost(rider, 'Uncle Bob')
	await rate(rider, ghost.id)
	await rate(visitor, rider.id)
	await rate(visitor, rider.id)
	return { rider, visitor, ghost }
}

async function opened({ page, open }: Person, path: string): Promise<Page> {
	await open(path)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	const popup = page.getByRole('dialog').getByRole('button', { name: 'Close' })
	if (path === 'home' && (await popup.isVisible())) await popup.click()
	const another = page.getByRole('button', { name: 'It was another ride' })
	if (path.startsWith('rating') && (await another.isVisible())) await another.click()
	return page
}

const boxOf = async (page: Page, part: string) => {
	const box = await page.locator(part).boundingBox()
	if (!box) throw new Error(`There is no ${part}`)
	return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('the actions lie beside what one came to read on a laptop and on a tablet, and at the bottom of a phone, and in the end over nothing [spec 10.9] [spec 12.19]', {
	tag: ['@own-size', '@thorough'],
}, async ({ member, newPerson }) => {
	const { rider, visitor, ghost } = await ratedDrivers({ member, newPerson })
	const screens: Screens = [
		[visitor, `profile/${rider.id}`],
		[rider, `profile/${rider.id}`],
		[rider, `profile/${ghost.id}`],
		[visitor, `infographic/${rider.id}`],
		[rider, `infographic/${ghost.id}`],
		[rider, `share-ghost/${ghost.id}`],
	]
	for (const [person, path] of screens) {
		const page = await opened(person, path)
		for (const size of WIDE) {
			await resize(page, size)
			const action = await boxOf(page, '.page-action')
			expect.soft(action.right, path).toBeLessThan((await boxOf(page, '.page-content')).x)
			expect.soft(action.bottom, path).toBeLessThan(size.height)
			await expectNothingCovered(page, `${path} at ${size.width}`)
		}
		await expectPhoneInOrder(page, path)
	}
})

test('the actions lie below a form, and after it beside the thanks, on a laptop and on a tablet; at the bottom of a phone, and in the end over nothing [spec 10.9] [spec 12.19]', {
	tag: ['@own-size', '@thorough'],
}, async ({ member, newPerson }) => {
	const { rider, visitor, ghost } = await ratedDrivers({ member, newPerson })
	const screens: Screens = [
		[visitor, `claim/${ghost.token}`],
		[rider, `claim/${ghost.token}`],
		[rider, `rating/${ghost.id}`],
		[visitor, `rating/${rider.id}`],
	]
	for (const [person, path] of screens) {
		const page = await opened(person, path)
		for (const size of WIDE) {
			await resize(page, size)
			const form = await boxOf(page, '.page-content')
			const action = await boxOf(page, '.page-action')
			expect.soft((await boxOf(page, '.page-lead')).right, path).toBeLessThan(form.x)
			expect.soft(form.bottom, path).toBeLessThan(action.y)
			expect.soft(action.bottom, path).toBeLessThan(size.height)
		}
		await expectPhoneInOrder(page, path)
	}
	const celebration = visitor.page
	await submitVerdict(celebration)
	for (const size of WIDE) {
		await resize(celebration, size)
		const action = await boxOf(celebration, '.page-action')
		expect.soft((await boxOf(celebration, '.page-lead')).right).toBeLessThan(action.x)
		expect.soft((await boxOf(celebration, '.page-lead')).bottom).toBeLessThan(size.height)
		await expectNothingCovered(celebration, `the celebration at ${size.width}`)
	}
	await expectPhoneInOrder(celebration, 'the celebration')
})

test('no action covers anything where one fills in, looks up or sets, on a tablet, a low laptop and a phone [spec 10.9] [spec 12.19]', {
	tag: '@own-size',
}, async ({ member, newPerson }) => {
	const { rider, visitor } = await ratedDrivers({ member, newPerson })
	const longNamed = await addGhost(rider, 'W'.repeat(50))
	await rate(rider, longNamed.id)
	/** Laid out as one of those below, or looked at in rides/home.spec.ts. */
	const alike: Screens = [
		[rider, 'verdicts'],
		[rider, 'home'],
		[visitor, 'home'],
		[visitor, 'auth'],
		[rider, 'add-driver?tab=new'],
	]
	const screens: Screens = [
		[rider, 'settings'],
		[visitor, `infographic/${longNamed.id}`],
		[visitor, `rating/${longNamed.id}`],
		[rider, 'add-driver'],
		...(process.env.E2E_EVERY_CASE === '1' ? alike : []),
	]
	for (const [person, path] of screens) {
		const page = await opened(person, path)
		for (const size of [TABLET, LOW_LAPTOP]) {
			await resize(page, size)
			await expectNothingCovered(page, `${path} at ${size.width}`)
		}
		const hasRoad = /^(auth|add-driver)/.test(path)
		await expect.soft(page.locator('.road-beside'), path).toBeVisible({ visible: hasRoad })
		await expectPhoneInOrder(page, path)
	}
})

/** Expects the action at the bottom of the screen, and at the end of the page nothing covered by it. */
async function expectPhoneInOrder(page: Page, path: string) {
	await resize(page, PHONE)
	const hasActions = (await page.locator('.page-action').count()) > 0
	if (hasActions) expect.soft((await boxOf(page, '.page-action')).bottom, path).toBeCloseTo(PHONE.height, 0)
	await expectNothingCoveredAtEnd(page, `${path} on a phone`)
	await resize(page, LAPTOP)
}
