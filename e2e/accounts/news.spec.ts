import type { News, OwnPushSubscription } from '#contract/news.ts'
import { expectAccessibleInBothThemes } from '../accessibility/accessible.ts'
import { openMailServer } from '../fixtures/mail-server.ts'
import { pathOf } from '../fixtures/operator.ts'
import {
	atPath,
	expect,
	heading,
	inInstance,
	logOut,
	type Member,
	openRow,
	type Person,
	rate,
	test,
	toastTitled,
} from '../fixtures/people.ts'
import { asPhone, phoneOf } from '../fixtures/phone.ts'

const CONTACT = ['--push-contact', 'mailto:host@example.org']

const newsOf = ({ ask, id }: Member) => ask<News>('GET', `/api/users/${id}/news`)
const phonesOf = ({ ask, id }: Member) => ask<OwnPushSubscription[]>('GET', `/api/users/${id}/push`)
const section = ({ page }: Person) => page.getByRole('region', { name: 'News' })

test('a member has their phone ring in the evening by keyboard, at a time of their own, until they log out', {
	tag: '@desktop',
}, async ({ member, ownInstance }) => {
	const on = await ownInstance(...CONTACT)
	const rider = await member('rider', { on, serviceWorkers: 'allow', isNew: true })
	const { page, open } = rider
	await asPhone(page)
	await open('settings')
	await openRow(page, 'News')
	const ring = section(rider).getByRole('switch', { name: 'Ring this phone' })
	await expect(ring).toBeEnabled()
	expect(await phoneOf(page)).toEqual({ questions: 0, rings: false })

	await ring.focus()
	await page.keyboard.press('Space')
	await expect(section(rider).getByRole('button', { name: 'Ring now, as a test' })).toBeVisible()
	await expect(ring).toBeChecked()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Tab')
	await expect(section(rider).getByRole('combobox', { name: 'When' })).toBeFocused()
	await page.keyboard.press('Home')
	await page.keyboard.press('Tab')
	await expect(section(rider).getByRole('radio', { name: 'Evenings' })).toBeFocused()
	await page.keyboard.press('ArrowRight')
	await expect.poll(() => newsOf(rider)).toMatchObject({ rhythm: 'sundays', minute: 480, mail: false })
	await expectAccessibleInBothThemes(page, 'the news, on')

	const phones = await phonesOf(rider)
	expect(phones).toHaveLength(1)
	await page.reload()
	await openRow(page, 'News')
	await expect(ring).toBeChecked()
	await expect(section(rider).getByRole('combobox', { name: 'When' })).toHaveValue('480')
	expect(await phonesOf(rider)).toEqual(phones)
	expect(await phoneOf(page)).toEqual({ questions: 1, rings: true })

	await logOut(page, rider.username)
	await expect.poll(() => phoneOf(page)).toEqual({ questions: 1, rings: false })
})

test('a browser that refuses, and a server that rings nobody, are told apart', { tag: '@thorough' }, async ({
	member,
	ownInstance,
}) => {
	const on = await ownInstance(...CONTACT)
	const refused = await member('refused', { on, serviceWorkers: 'allow' })
	await asPhone(refused.page, { says: 'denied' })
	await refused.open('settings')
	await openRow(refused.page, 'News')
	await section(refused).getByRole('switch', { name: 'Ring this phone' }).click()
	await expect(
		section(refused).getByText('Your browser said no for us. Its settings for this page can change its mind.'),
	).toBeVisible()
	expect([await newsOf(refused), await phonesOf(refused)]).toMatchObject([{ rhythm: 'never' }, []])

	const elsewhere = await member('elsewhere')
	await elsewhere.open('settings')
	await expect(heading(elsewhere.page, "Where you're signed in")).toBeVisible()
	await expect(section(elsewhere)).toHaveCount(0)
})

type ShowingWorker = { registration: ServiceWorkerRegistration; navigator: Navigator; shown: unknown; badge: unknown }

/**
 * Runs in the worker. Records notifications and badges instead of showing them, because headless Chromium refuses
 * notifications and crashes on a badge.
 */
function keepWhatIsShown() {
	const worker = self as unknown as ShowingWorker
	worker.registration.showNotification = async (title, options) => {
		worker.shown = { title, ...options }
	}
	worker.navigator.setAppBadge = async (count) => {
		worker.badge = count
	}
}

test('what a push service delivers is shown by the worker, in words that name nobody', {
	tag: '@desktop',
}, async ({ member, ownInstance }) => {
	const on = await ownInstance(...CONTACT)
	const { page, context, open } = await member('rider', { on, serviceWorkers: 'allow', isNew: true })
	await open('settings')
	await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
	const [worker] = context.serviceWorkers()
	await worker?.evaluate(keepWhatIsShown)

	const devtools = await context.newCDPSession(page)
	const registered = new Promise<string>((resolve) =>
		devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
			if (first) resolve(first.registrationId)
		}),
	)
	await devtools.send('ServiceWorker.enable')
	await devtools.send('ServiceWorker.deliverPushMessage', {
		origin: new URL(on.address).origin,
		registrationId: await registered,
		data: JSON.stringify({ v: 1, kind: 'ratings', count: 2 }).padEnd(128),
	})

	await expect
		.poll(() => worker?.evaluate(() => (self as unknown as ShowingWorker).shown))
		.toEqual({
			title: 'Backseat',
			body: '2 new verdicts are on your receipt.',
			tag: 'ratings',
			icon: `${on.address}app-icons/icon-192.png`,
			badge: `${on.address}app-icons/badge-96.png`,
			data: `${on.address}profile/me`,
		})
	expect(await worker?.evaluate(() => (self as unknown as ShowingWorker).badge)).toBe(2)
	for (const picture of ['icon-192', 'badge-96']) {
		const answer = await page.request.get(`${on.address}app-icons/${picture}.png`)
		expect(answer.headers()['content-type']).toBe('image/png')
	}
})

test('where a notification leads, members find their own profile, and others the log-in', async ({
	member,
	newPerson,
}) => {
	const rider = await member()
	await rider.open('profile/me')
	await rider.page.waitForURL(atPath(`/profile/${rider.id}`))
	await expect(heading(rider.page, rider.username)).toBeVisible()

	const visitor = await newPerson()
	await visitor.open('profile/me')
	await visitor.page.waitForURL(atPath('/auth'))
})

test('after the first notice of a rating the browser offers once to ring, and asks only after a tap', {
	tag: ['@desktop', '@thorough'],
}, async ({ member, ownInstance }) => {
	const on = await ownInstance(...CONTACT)
	const rider = await member('rider', { on })
	const driver = await member('driver', { on, serviceWorkers: 'allow', isNew: true })
	const { page, open } = driver
	await asPhone(page)
	await rate(rider, driver.id)
	await open('home')
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
	// Found due on this visit to home, and shown on the next.
	await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('ownNotice')))
	await open('home')
	const offer = page.getByText('Once a day, if somebody rated you.')
	await expect(offer).toBeVisible()
	expect(await phoneOf(page)).toEqual({ questions: 0, rings: false })

	await page.getByRole('button', { name: 'Ring me in the evening' }).click()

	await expect(toastTitled(page, 'We ring in the evening')).toBeVisible()
	await expect(offer).toHaveCount(0)
	expect([await newsOf(driver), await phonesOf(driver)]).toMatchObject([{ rhythm: 'evenings', minute: 1110 }, [{}]])
	await page.reload()
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
	await expect(offer).toHaveCount(0)
})

test('an address is verified by a button behind the link, and only then does the news come by mail', {
	tag: ['@desktop', '@thorough'],
}, async ({ member, newPerson, ownInstance }) => {
	const mailServer = await openMailServer()
	const publicUrl = `https://rides.example.org${inInstance('')}`
	const on = await ownInstance(
		'--smtp-url',
		mailServer.smtpUrl,
		'--smtp-from',
		'rides@example.org',
		'--public-url',
		publicUrl,
	)
	const rider = await member('rider', { on })
	const address = `${rider.username}@example.org`
	await rider.ask('PATCH', `/api/users/${rider.id}`, { email: address, password: 'shotgun-rider' })
	await rider.open('settings')
	await openRow(rider.page, 'News')
	const byMail = section(rider).getByRole('switch', { name: 'Also by mail' })
	await expect(byMail).toBeDisabled()
	await section(rider).getByRole('button', { name: 'Send me a link' }).click()
	await expect(section(rider).getByText(`A link is on its way to ${address}.`)).toBeVisible()

	const path = pathOf(await mailServer.messageTo(address))
	const reader = await newPerson({ on })
	await reader.open(path)
	await expect(heading(reader.page, 'Is this your mailbox?')).toBeVisible()
	expect(await newsOf(rider)).toMatchObject({ isEmailVerified: false })
	await reader.page.getByRole('button', { name: 'Yes, that is my address' }).click()
	await expect(heading(reader.page, 'Your news knows the way')).toBeVisible()

	await rider.page.reload()
	await openRow(rider.page, 'News')
	await byMail.click()
	await expect.poll(() => newsOf(rider)).toMatchObject({ isEmailVerified: true, mail: true, rhythm: 'evenings' })
	reader.expectStatus(404)
	await reader.open(path)
	await reader.page.getByRole('button', { name: 'Yes, that is my address' }).click()
	await expect(heading(reader.page, 'This link has expired')).toBeVisible()
	// Opens the `List-Unsubscribe` URL in a browser, as a reader may.
	await reader.open('api/news/stop?token=no-such-token-anywhere')
	await reader.page.waitForURL(atPath('/unsubscribe/no-such-token-anywhere'))
	await reader.page.getByRole('button', { name: 'Stop the news' }).click()
	await expect(heading(reader.page, 'This link has expired')).toBeVisible()
	await mailServer.close()
})
