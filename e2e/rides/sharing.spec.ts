import { lanAddress } from '../fixtures/lan.ts'
import { addGhost, atPath, expect, heading, inInstance, rate, submitVerdict, test } from '../fixtures/people.ts'
import { scan } from '../fixtures/qr-code.ts'

const claimLink = (address: string, token: string) => new URL(`claim/${token}`, address).href

test('WhatsApp and SMS are real links that carry the claim link, and so does the QR code', {
	tag: '@thorough',
}, async ({ member, instance }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Änne & Söhne')
	const link = claimLink(instance.address, ghost.token)
	const { page } = rider
	await rider.open(`share-ghost/${ghost.id}`)
	await expect(page.getByText(link, { exact: true })).toBeVisible()
	const whatsApp = new URL((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '')
	expect(whatsApp.origin).toBe('https://wa.me')
	expect(whatsApp.searchParams.get('text')).toContain(link)
	const sms = (await page.getByRole('link', { name: 'SMS' }).getAttribute('href')) ?? ''
	expect(sms).toMatch(/^sms:\?&body=/)
	expect(decodeURIComponent(sms)).toContain(link)
	expect(await scan(page.getByRole('img', { name: /QR code/ }))).toBe(link)
})

test('a device with a share sheet gets the link through it', { tag: '@thorough' }, async ({ member, instance }) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Native Nora')
	const { page } = rider
	await page.addInitScript(() => {
		Object.assign(navigator, { share: async (what: unknown) => Object.assign(window, { shared: what }) })
	})
	await rider.open(`share-ghost/${ghost.id}`)
	await page.getByRole('button', { name: 'To Native Nora: the claim link' }).click()
	await expect
		.poll(() => page.evaluate(() => (window as unknown as { shared?: { url: string } }).shared?.url))
		.toBe(claimLink(instance.address, ghost.token))
})

test('the codes of a card and of the own link are read off a dark screen [spec 11.4]', async ({ member, instance }) => {
	const rider = await member('rider', { colorScheme: 'dark' })
	const ghost = await addGhost(rider, 'Shady Sheila')
	await rate(rider, ghost.id)
	const { page } = rider
	await rider.open(`infographic/${ghost.id}`)
	await page.getByRole('button', { name: 'Share', exact: true }).click()
	const code = page.getByRole('dialog').getByRole('img', { name: 'QR code of the card' })
	// The dialog slides in from below.
	await expect(code).toBeInViewport({ ratio: 1 })
	expect(await scan(code)).toBe(new URL(`infographic/${ghost.id}`, instance.address).href)
	await rider.open(`profile/${rider.id}`)
	await page.getByRole('button', { name: 'Get rated' }).click()
	const own = page.getByRole('img', { name: 'QR code of your rating page' })
	await expect(own).toBeInViewport({ ratio: 1 })
	expect(await scan(own)).toBe(new URL(`rating/${rider.id}`, instance.address).href)
	expect((await own.boundingBox())?.width).toBeGreaterThanOrEqual(160)
})

test('a receipt is sent as a page that leads to the rating form, not to the driver’s profile [spec 12.6] [spec 12.7] [spec 15.11]', {
	tag: '@thorough',
}, async ({ member, instance }) => {
	const driver = await member('petra')
	const { page, open } = await member('rider')
	await open(`rating/${driver.id}`)
	await submitVerdict(page)
	await page.getByRole('button', { name: 'Send my receipt' }).click()
	const dialog = page.getByRole('dialog', { name: 'Send my receipt' })
	for (const way of ['WhatsApp', 'SMS']) await expect(dialog.getByRole('link', { name: way })).toBeVisible()
	await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
	const code = dialog.getByRole('img', { name: 'QR code of my receipt' })
	await expect(code).toBeInViewport({ ratio: 1 })
	const found = await scan(code)
	expect(found).toContain(new URL('r/', instance.address).href)
	const html = await (await fetch(found)).text()
	expect(html).toContain(`/rating/${driver.id}"`)
	expect(html).not.toContain('/profile/')
})

test('nobody but the circle of a ghost gets its link, and there is none for members', async ({ member }) => {
	const rider = await member('rider')
	const stranger = await member('stranger')
	const ghost = await addGhost(rider, 'Secret Sue')
	await stranger.open(`share-ghost/${ghost.id}`)
	await expect(stranger.page.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
	await expect(stranger.page.getByText(ghost.token)).toHaveCount(0)

	stranger.expectStatus(404)
	for (const id of [rider.id, 4711]) {
		await stranger.open(`share-ghost/${id}`)
		await expect(heading(stranger.page, 'Driver Not Found')).toBeVisible()
		await expect(
			stranger.page.getByText("The driver you're looking for doesn't exist or isn't a ghost driver."),
		).toBeVisible()
	}
	await stranger.page.getByRole('link', { name: 'Go Home' }).click()
	await stranger.page.waitForURL(atPath('/home'))
})

test.describe('at the computer that serves it', () => {
	test('a link says so when only that computer can open it', { tag: '@thorough' }, async ({ member, instance }) => {
		const rider = await member('rider')
		const ghost = await addGhost(rider, 'Lonely Lou')
		await rider.open(`share-ghost/${ghost.id}`)
		await expect(rider.page.getByText(claimLink(instance.address, ghost.token), { exact: true })).toBeVisible()
		await expect(rider.page.getByText('Only this computer can open this link')).toBeVisible()
	})

	test('a link carries the network address once the network is let in, and others can open it', {
		tag: '@thorough',
	}, async ({ member, newPerson, ownInstance }) => {
		test.skip(!lanAddress, 'This machine is on no network, so there is no address for others')
		const instance = await ownInstance('--lan')
		const rider = await member('rider', { on: instance, permissions: ['clipboard-read', 'clipboard-write'] })
		expect(new URL(instance.address).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/)
		const ghost = await addGhost(rider, 'Wired Wanda')
		await rate(rider, ghost.id)
		const { page } = rider
		await rider.open(`share-ghost/${ghost.id}`)
		await page.getByRole('button', { name: 'Copy link' }).click()
		await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
		const copied = await page.evaluate(() => navigator.clipboard.readText())
		expect(new URL(copied).hostname).not.toMatch(/^(localhost|127\.)/)
		await expect(page.getByText(copied, { exact: true })).toBeVisible()
		await expect(page.getByText('Only this computer can open this link')).toHaveCount(0)

		// The rider's own empty card is shared with the same base address.
		await rider.open(`infographic/${rider.id}`)
		const toBeRatedAt = new URL(inInstance(`/rating/${rider.id}`), copied).href
		await page.getByRole('button', { name: 'Get rated' }).click()
		const code = page.getByRole('img', { name: 'QR code of your rating page' })
		await expect(code).toBeInViewport({ ratio: 1 })
		expect(await scan(code)).toBe(toBeRatedAt)

		const claimer = await newPerson({ on: { address: new URL(inInstance('/'), copied).href } })
		await claimer.page.goto(copied)
		await expect(claimer.page.getByText("You've got 1 rating waiting!")).toBeVisible()
	})

	test('the link on the screen follows when the network is let in meanwhile', { tag: '@thorough' }, async ({
		member,
		instance,
	}) => {
		const rider = await member('rider')
		const ghost = await addGhost(rider, 'Patient Pat')
		const { page } = rider
		await rider.open(`share-ghost/${ghost.id}`)
		await expect(page.getByText('Only this computer can open this link')).toBeVisible()
		await page.route('**/api/instance', async (route) => {
			const answer = await route.fetch()
			await route.fulfill({
				response: answer,
				json: { ...(await answer.json()), publicUrl: 'http://192.168.1.5:7433' },
			})
		})
		await page.evaluate(() => window.dispatchEvent(new Event('focus')))
		await expect(page.getByText(claimLink('http://192.168.1.5:7433/', ghost.token), { exact: true })).toBeVisible()
		await expect(page.getByText(instance.address)).toHaveCount(0)
		await expect(page.getByText('Only this computer can open this link')).toHaveCount(0)
	})
})

test.describe('at the address of the home network, on plain http', () => {
	test.skip(!lanAddress, 'This machine is on no network')

	test('rating, copying and claiming work although the browser offers no clipboard and no share sheet there', async ({
		member,
		newPerson,
		ownInstance,
	}) => {
		const instance = await ownInstance('--host', '0.0.0.0')
		const on = { address: `http://${lanAddress}:${new URL(instance.address).port}${inInstance('/')}` }
		const rider = await member('rider', { on })
		const ghost = await addGhost(rider, 'Lan Larry')
		await rate(rider, ghost.id)
		const { page } = rider
		await rider.open(`share-ghost/${ghost.id}`)
		expect(await page.evaluate(() => [isSecureContext, typeof navigator.clipboard, typeof navigator.share])).toEqual([
			false,
			'undefined',
			'undefined',
		])
		await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)

		await page.getByRole('button', { name: 'Copy link' }).click()
		await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
		// Pastes into an ordinary text field.
		await page.evaluate(() => {
			const note = document.createElement('textarea')
			note.id = 'note'
			document.body.append(note)
			note.focus()
		})
		await page.keyboard.press('ControlOrMeta+V')
		const pasted = await page.locator('#note').inputValue()
		expect(pasted).toBe(claimLink(on.address, ghost.token))

		const claimer = await newPerson({ on })
		await claimer.page.goto(pasted)
		await expect(claimer.page.getByText("You've got 1 rating waiting!")).toBeVisible()
	})
})
