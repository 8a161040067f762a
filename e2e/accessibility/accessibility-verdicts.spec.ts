import { openTrip } from '../fixtures/open-trip.ts'
import { chooseFromMore, expect, fillVerdict, heading, type Member } from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

everybodyCanUse('what one has said', {
	'my verdicts, with a new answer': async ({ rider: { page, open }, ghost, driver }) => {
		const [rating] = await driver.ask<{ id: number }[]>('GET', '/api/ratings/received')
		await driver.ask('PUT', `/api/ratings/${rating?.id}/reply`, { sticker: 'music' })
		await open('verdicts')
		await expect(page.getByText('1 driver answered')).toBeVisible()
		await expect(page.getByRole('link', { name: ghost.name })).toBeVisible()
		return page
	},
	'a verdict being changed': async ({ rider: { page } }) => {
		await chooseFromMore(page, 'Change it')
		await expect(page.getByRole('dialog')).toBeVisible()
		return page
	},
	'a verdict about to be taken back': async ({ rider: { page } }) => {
		await page.keyboard.press('Escape')
		await chooseFromMore(page, 'Take it back')
		await expect(page.getByRole('alertdialog')).toBeVisible()
		return page
	},
	'no verdicts': async ({ visitor: { page, open } }) => {
		await open('verdicts')
		await expect(page.getByText('No verdicts yet')).toBeVisible()
		return page
	},
	'a verdict on its way': async ({ visitor: { page, context, open, expectNoAnswer } }) => {
		expectNoAnswer()
		await open('rating/2')
		await context.route('**/api/ratings', (route) => route.abort())
		await fillVerdict(page)
		await page.getByRole('button', { name: 'Spill the tea' }).click()
		await expect(heading(page, 'Your verdict is on its way')).toBeVisible()
		return page
	},
	'home while a verdict is on its way': async ({ visitor: { page, open } }) => {
		await open('home')
		await expect(page.getByText(/^On its way: Demo Driver/).first()).toBeVisible()
		return page
	},
})

const TRIPS = '/api/trips'
const tokens = new Map<number, string>()

/** The rider's trip to the sea, created at first use. */
async function tripOf({ id, ask }: Member, ...drivers: { id: number }[]): Promise<string> {
	const driverIds = drivers.map(({ id }) => id)
	const start = () => ask<{ token: string }>('POST', TRIPS, { name: 'To the sea', driverIds })
	const token = tokens.get(id) ?? (await start()).token
	tokens.set(id, token)
	return token
}

everybodyCanUse('a road trip', {
	'a new trip with a mistake': async ({ rider: { page, open } }) => {
		await open('trip/new')
		await page.getByRole('checkbox', { name: /^You/ }).waitFor()
		await page.getByLabel('Where to?').fill('To the sea')
		await page.getByRole('button', { name: 'Start the trip' }).click()
		await expect(page.getByText('Please choose one to eight drivers')).toBeVisible()
		return page
	},
	'a trip on the road': async ({ rider, visitor: { page, open }, ghost, driver }) => {
		await open(`trip/${await tripOf(rider, ghost, driver)}`)
		await expect(page.getByRole('button', { name: 'Get in' })).toBeVisible()
		return page
	},
	'its maker about to arrive': async ({ rider, ghost, driver }) => {
		await rider.open(`trip/${await tripOf(rider, ghost, driver)}`)
		await rider.page.getByRole('button', { name: 'We have arrived' }).click()
		await expect(rider.page.getByRole('alertdialog')).toBeVisible()
		return rider.page
	},
	'home on a trip': async ({ rider: { page, open } }) => {
		await open('home')
		await expect(page.getByRole('link', { name: 'To the sea is under way.' })).toBeVisible()
		return page
	},
	'a driver of a trip being rated, with a mistake': async ({ rider, ghost, driver }) => {
		const token = await tripOf(rider, ghost, driver)
		await rider.ask('POST', `${TRIPS}/${token}/arrive`)
		await rider.open(`trip/${token}`)
		await rider.page.getByRole('button', { name: 'Seal it' }).click()
		await expect(rider.page.getByText('Please provide a star rating')).toBeVisible()
		return rider.page
	},
	'what one has said on a trip, one on its way': async ({ rider: { page, context, expectNoAnswer }, driver }) => {
		await fillVerdict(page)
		await page.getByRole('button', { name: 'Seal it' }).click()
		await expect(heading(page, `${driver.username}'s Driving Today`)).toBeVisible()
		await fillVerdict(page, { stars: 2 })
		expectNoAnswer()
		await context.route('**/verdicts/*', (route) => route.abort())
		await page.getByRole('button', { name: 'Seal it' }).click()
		await expect(page.getByText('On its way', { exact: true })).toBeVisible()
		return page
	},
	"a trip's receipt": async ({ rider, visitor, ghost, driver }) => {
		const token = await tripOf(rider, ghost, driver)
		// Verdicts still in flight get a 409, because the trip is about to open.
		rider.expectStatus(409)
		await rider.context.unroute('**/verdicts/*')
		await openTrip(rider, token)
		await visitor.open(`trip/${token}`)
		await expect(visitor.page.getByText('Too few voices to print').first()).toBeVisible()
		return visitor.page
	},
	'a trip that is not there': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		await open('trip/no-such-trip-anywhere')
		await expect(heading(page, 'This road leads nowhere')).toBeVisible()
		return page
	},
})
