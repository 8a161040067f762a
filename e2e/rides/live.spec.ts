import type { Instance } from '../fixtures/instance.ts'
import { addGhost, driverRow, expect, logOut, type Member, openAccountMenu, rate, test } from '../fixtures/people.ts'
import { withoutStream } from '../fixtures/without-stream.ts'

/** Number of streams that the instance has opened, counted in its log. */
const opened = (instance: Instance) => instance.log().match(/GET \/api\/live 200/g)?.length ?? 0

/** Pages poll only every 30 s, so a change within this time came over the stream. */
const LIVE = { timeout: 10_000 }

/** Opens home and waits for the stream. */
async function atHome(person: Member, instance: Instance) {
	const before = opened(instance)
	await person.open('home')
	await expect.poll(() => opened(instance), 'a stream').toBe(before + 1)
}

test('what happens at one end of the car shows at the other before any refresh [spec 11.1]', async ({
	member,
	instance,
}) => {
	const driver = await member('driver')
	const rater = await member('rater')
	const ghost = await addGhost(driver, 'Uncle Bob')
	await atHome(driver, instance)

	await rater.open(`rating/${driver.id}`)
	await rate(rater, driver.id)
	await expect(driver.page.getByRole('dialog')).toBeVisible(LIVE)

	await driver.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
	await expect(driverRow(driver.page, 'Uncle Bob')).toBeVisible()
	await rater.ask('POST', '/api/ghost-drivers/claim', { token: ghost.token })
	await expect(driverRow(driver.page, rater.username)).toBeVisible(LIVE)
})

test('the tabs of a browser share one stream, which ends with the log-out', {
	tag: '@desktop',
}, async ({ member, ownInstance }) => {
	const instance = await ownInstance('--metrics-token', METRICS_TOKEN)
	const driver = await member('driver', { on: instance })
	const rater = await member('rater', { on: instance })
	const open = async () => {
		const answer = await fetch(`${new URL(instance.address).origin}${new URL(instance.address).pathname}metrics`, {
			headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
		})
		return Number(/^backseat_live_streams (\d+)$/m.exec(await answer.text())?.[1])
	}
	await atHome(driver, instance)
	const second = await driver.context.newPage()
	const asksAnew = second.waitForResponse(
		(answer) => answer.url().endsWith('/api/home') && answer.request().resourceType() === 'fetch',
	)
	await second.goto('home')
	await asksAnew

	await rate(rater, driver.id)
	await expect(second.getByRole('dialog')).toBeVisible(LIVE)
	await expect(driver.page.getByRole('dialog')).toBeVisible()
	expect(await open()).toBe(1)
	expect(opened(instance)).toBe(1)

	await second.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
	await driver.page.close()
	await expect.poll(open).toBe(1)
	await expect(second.getByRole('dialog')).toHaveCount(0)
	await logOut(second, driver.username)
	await expect.poll(open).toBe(0)
	expect(opened(instance)).toBe(1)
})

const METRICS_TOKEN = 'the-metrics-token-of-the-streams'

test('a member who comes back to the tab sees at once what happened meanwhile', { tag: '@thorough' }, async ({
	member,
}) => {
	const driver = await member('driver')
	await withoutStream(driver.page)
	await driver.open('home')
	await expect(driver.page.getByRole('banner').getByRole('button', { name: driver.username })).toBeVisible()
	await rate(await member('rater'), driver.id)
	// Retries, because a focus refetch already in flight would not include the new rating.
	await expect(async () => {
		await driver.page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
		await expect(driver.page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
	}).toPass({ timeout: 10_000 })
})

test('a driver answers a rating, and the rater who looks at My verdicts sees the sticker arrive; then nothing is new any more [spec 13.9] [spec 13.10]', {
	tag: '@thorough',
}, async ({ member, instance }) => {
	const driver = await member('driver')
	const rater = await member('rater')
	await rate(rater, driver.id)
	await atHome(rater, instance)
	await driver.open(`profile/${driver.id}`)
	const face = rater.page.getByRole('banner').getByRole('button', { name: rater.username })

	/** Chooses a sticker by keyboard; `first` is the one focused at the start. */
	const stick = async (button: RegExp, first: string, ...keys: string[]) => {
		await driver.page.getByRole('button', { name: button }).press('Enter')
		await expect(driver.page.getByRole('option', { name: first })).toBeFocused()
		for (const key of keys) await driver.page.keyboard.press(key)
	}
	await stick(/^Answer/, 'Fair enough', 'ArrowRight', 'ArrowDown', 'Enter')
	await expect(driver.page.getByRole('button', { name: /^You answered: Blame the traffic/ })).toBeFocused()

	await expect(face).toHaveAccessibleName(`${rater.username} (1 new answer)`, LIVE)
	await openAccountMenu(rater.page, rater.username)
	await rater.page.getByRole('menuitem', { name: 'My verdicts' }).click()
	await expect(rater.page.getByText('1 driver answered')).toBeVisible()
	await expect(face).toHaveAccessibleName(rater.username)

	await stick(/^You answered: Blame the traffic/, 'Blame the traffic', 'ArrowUp', 'Enter')
	await expect(rater.page.getByText(`New ${driver.username} answered: It was raining`)).toBeVisible(LIVE)
	await expect(rater.page.getByText('1 driver answered')).toBeVisible()
	await expect(face).toHaveAccessibleName(rater.username)
})
