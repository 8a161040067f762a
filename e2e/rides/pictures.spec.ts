import { atPath, expect, heading, rate, test } from '../fixtures/people.ts'
import { scan } from '../fixtures/qr-code.ts'

test('a driver’s card is a picture that the program draws and keeps, and that leads back to the card [spec 7.22] [spec 12.8]', {
	tag: '@thorough',
}, async ({ member, instance, newPerson }) => {
	const rider = await member('rider')
	const driver = await member('driver')
	await rate(rider, driver.id, { stars: 5 })
	const { page, open, ask } = await newPerson()
	const { preview, story } = await ask<{ preview: string; story: string }>('GET', `/api/drivers/${driver.id}/pictures`)

	for (const [path, width, height] of [
		[preview, 1200, 630],
		[story, 1080, 1920],
	] as const) {
		const answer = await fetch(new URL(path, instance.address))
		const png = Buffer.from(await answer.arrayBuffer())
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
		expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
		expect(png.length).toBeLessThan(250_000)
		const again = await fetch(new URL(path, instance.address))
		expect(Buffer.from(await again.arrayBuffer()).equals(png)).toBe(true)
	}
	await open('auth')
	await page.evaluate((src) => {
		const picture = Object.assign(new Image(), { src })
		// Crops to the corner with the QR code, because scanning the whole picture takes seconds.
		Object.assign(picture.style, { width: '200px', height: '230px', objectFit: 'none', objectPosition: '0 100%' })
		document.body.replaceChildren(picture)
	}, preview)
	expect(await scan(page.getByRole('img'))).toBe(new URL(`infographic/${driver.id}`, instance.address).href)
})

test('a receipt that was sent is a page with its picture and a link to rate, until its sender ends it [spec 15.12] [spec 15.13]', async ({
	member,
	newPerson,
}) => {
	const rider = await member('rider')
	const driver = await member('driver')
	const ratingId = await rate(rider, driver.id, { stars: 5 })
	const body = { kind: 'receipt', ratingId, pool: 'POSITIVE', place: 0 }
	const { id, path } = await rider.ask<{ id: string; path: string }>('POST', '/api/sent', body, 201)
	const stranger = await newPerson()
	const { page } = stranger

	let sendPicture = () => {}
	const isMeasured = new Promise<void>((resolve) => (sendPicture = resolve))
	await page.route('**/previews/**', (route) => isMeasured.then(() => route.continue()))
	await page.goto(path.slice(1), { waitUntil: 'domcontentloaded' })

	const picture = page.getByRole('img', { name: /^A receipt for driver/ })
	const height = () => picture.evaluate((img: HTMLImageElement) => img.offsetHeight)
	const reserved = await height()
	sendPicture()
	// On a busy machine drawing yields to all other work.
	await expect
		.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), { timeout: 60_000 })
		.toBeGreaterThan(0)
	expect(await height()).toBe(reserved)
	expect(reserved).toBeGreaterThan(100)
	expect(await page.evaluate(() => document.scripts.length)).toBe(0)
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
		page.viewportSize()?.width ?? 0,
	)
	await expect(page.getByRole('link', { name: 'Rate them, too' })).toBeInViewport()
	await page.getByRole('link', { name: 'Rate them, too' }).click()
	await page.waitForURL(atPath(`/rating/${driver.id}`))

	await rider.ask('DELETE', `/api/sent/${id}`, undefined, 204)
	stranger.expectStatus(404)
	await stranger.open(path.slice(1))
	await expect(heading(page, 'This page has ended')).toBeVisible()
})
