import { expect, test } from 'bun:test'
import { pushSubscriptions } from '#db/schema.ts'
import { replacePushKey } from './push-key.ts'
import { DAY, HOUR, MINUTE, newsFamily, SLOT } from './testing/news-app.ts'

/** A driver whose push message is due that evening, whatever the push service answers. */
async function dueFamily() {
	const made = await newsFamily()
	const { app, driver, mum, dad } = made
	await app.rate(mum, driver.id)
	await app.rate(dad, driver.id)
	const phones = () => app.rows(pushSubscriptions)
	/** Advances the clock and awaits the retries that become due. */
	const later = async (minutes: number) => {
		app.wait(minutes * 60)
		await app.newsSettled()
	}
	const warnings = () => app.lines.filter((line) => /push|phone/.test(line) && !line.includes('POST')).join('')
	return { ...made, phones, later, warnings }
}

test('a phone whose subscription is over is forgotten, and one whose service took a message is well', async () => {
	for (const status of [404, 410]) {
		const { goTo, answers, phones } = await dueFamily()
		answers.set('phone', status)
		await goTo(SLOT)
		expect(phones()).toEqual([])
	}
	const { goTo, phones } = await dueFamily()
	await goTo(SLOT)
	expect(phones()).toMatchObject([{ failures: 0, failingSince: null, lastOkOn: new Date(SLOT - (SLOT % DAY)) }])
})

test.each([['dead'], [500], [503], [429]] as const)(
	'a service that is %s is tried again after 1, 5 and 25 minutes, and then counts as failed',
	async (answer) => {
		const { goTo, answers, requests, phones, later, warnings } = await dueFamily()
		answers.set('phone', answer)
		await goTo(SLOT)
		const tries = [requests.length]
		for (const minutes of [0.9, 0.2, 4.5, 0.6, 24, 2, 120]) {
			await later(minutes)
			tries.push(requests.length)
		}
		expect(tries).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
		expect(phones()).toMatchObject([{ failures: 1, failingSince: new Date(SLOT) }])
		expect(warnings()).toEndWith('push to 0 of 1 phone of a member\n')
		expect(warnings()).not.toContain('fcm')
	},
)

test('a service that says when is asked then, and one that wants longer than an hour is not', async () => {
	const { goTo, answers, requests, rung, phones, later } = await dueFamily()
	answers.set('phone', { status: 503, retryAfter: '600' })
	await goTo(SLOT)
	await later(9)
	expect(requests).toHaveLength(1)
	answers.delete('phone')
	await later(2)
	expect(rung).toHaveLength(1)

	const other = await dueFamily()
	other.answers.set('phone', { status: 429, retryAfter: '3601' })
	await other.goTo(SLOT)
	await other.later(120)
	expect(other.requests).toHaveLength(1)
	expect(other.phones()).toMatchObject([{ failures: 1 }])
	expect(phones()).toMatchObject([{ failures: 0 }])
})

test.each([[302], [400], [401], [403], [413]])('%d is not tried again, and counts as failed', async (status) => {
	const { goTo, answers, requests, phones, later, warnings } = await dueFamily()
	answers.set('phone', status)
	await goTo(SLOT)
	await later(60)
	expect(requests).toHaveLength(1)
	expect(phones()).toMatchObject([{ failures: 1 }])
	expect(warnings().includes('too large')).toBe(status === 413)
})

test('a phone that nothing has reached for ten days is given up, and a message that arrives makes it well', async () => {
	const { app, driver, mum, dad, goTo, answers, phones, setClock } = await dueFamily()
	const evening = async (day: number, status: number) => {
		answers.set('phone', status)
		setClock(SLOT + day * DAY - 2 * HOUR)
		for (const rater of [mum, dad]) await app.rate(rater, driver.id)
		await goTo(SLOT + day * DAY)
		return phones()
	}
	expect(await evening(0, 400)).toMatchObject([{ failures: 1 }])
	expect(await evening(9, 400)).toMatchObject([{ failures: 2, failingSince: new Date(SLOT) }])
	expect(await evening(9.5, 201)).toHaveLength(1)
	expect(await evening(10, 201)).toMatchObject([{ failures: 0, failingSince: null }])
	expect(await evening(11, 400)).toHaveLength(1)
	expect(await evening(20, 400)).toHaveLength(1)
	expect(await evening(21, 400)).toEqual([])
})

test('who logs out between two tries is not rung, and after a stop nothing is tried again [T60]', async () => {
	const { app, driver, goTo, answers, requests, later } = await dueFamily()
	answers.set('phone', 'dead')
	await goTo(SLOT)
	await driver.post('/api/logout')
	await later(1)
	expect(requests).toHaveLength(1)

	const other = await dueFamily()
	other.answers.set('phone', 'dead')
	await other.goTo(SLOT)
	await other.app.stopNews()
	await other.later(60)
	expect(other.requests).toHaveLength(1)
	expect(app.logged).toEqual([])
})

test('of two phones each counts for itself, and the log says how many of them rang', async () => {
	const { driver, goTo, answers, letRing, rung, warnings } = await dueFamily()
	await letRing(driver, 'tablet')
	answers.set('phone', 400)
	await goTo(SLOT)
	expect(rung.map(({ phone }) => phone)).toEqual(['tablet'])
	expect(warnings()).toEndWith('push to 1 of 2 phones of a member\n')
})

test('a push service that is no longer among the known ones is called no more [T59]', async () => {
	const { app, driver, goTo, subscriptionOf, requests, rung } = await dueFamily()
	app.config.pushHosts.push('push.home.example')
	const foreign = { ...subscriptionOf('other'), endpoint: 'https://push.home.example/fcm/send/other' }
	expect((await driver.post(`/api/users/${driver.id}/push`, foreign)).status).toBe(201)
	app.config.pushHosts.pop()
	await goTo(SLOT)
	expect(requests.map(({ url }) => url.hostname)).toEqual(['fcm.googleapis.com'])
	expect(rung).toHaveLength(1)
})

test('a new key makes every phone silent until its owner lets it ring again [T62]', async () => {
	const { app, goTo, phones, rung } = await dueFamily()
	const instanceKey = async () =>
		((await app.browser().get('/api/instance')).body as { push: { publicKey: string } }).push
	const before = await instanceKey()
	expect(before.publicKey).toMatch(/^[\w-]{87}$/)

	expect(replacePushKey(app.context)).toBe(1)

	expect(await instanceKey()).not.toEqual(before)
	expect(phones()).toEqual([])
	await goTo(SLOT)
	expect(rung).toEqual([])
})

test('five hundred members are told in one run, and others are answered between any two [T63]', async () => {
	const { app, driver, mum, dad, goTo, requests, setClock } = await newsFamily()
	const { db, queries } = app.context
	const [session] = queries.sessions.liveSessionsOf(driver.id, app.context.clock.now())
	const [phone] = db.orm.select().from(pushSubscriptions).all()
	const row = queries.news.newsOf(driver.id)
	if (!session || !phone || !row) throw new Error('The driver has no phone')
	db.write(() => {
		for (let nth = 1; nth <= 600; nth += 1) {
			const id = 5000 + nth
			queries.users.insertUser({ id, username: `rider${id}`, avatarId: 1, createdAt: new Date(0) })
			queries.sessions.insertSession({ ...session, tokenHash: `${nth}`.padStart(64, '0'), userId: id })
			const sessionHash = `${nth}`.padStart(64, '0')
			queries.push.putSubscription({ ...phone, id: nth, userId: id, sessionHash, endpoint: `${phone.endpoint}${nth}` })
			queries.news.putNews({ ...row, userId: id })
		}
	})
	setClock(SLOT - 2 * HOUR)
	db.write(() => {
		for (let nth = 1; nth <= 600; nth += 1)
			for (const rater of [mum, dad])
				queries.ratings.insertRating({
					...{ rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 5, state: 0, unseen: 1 },
					...{ driverId: 5000 + nth, raterId: rater.id, requestKey: null, guestKey: null },
					createdAt: app.context.clock.now(),
				})
	})
	let turns = 0
	let isRunning = true
	const count = () => {
		turns += 1
		if (isRunning) setImmediate(count)
	}
	setImmediate(count)
	await goTo(SLOT)
	isRunning = false

	expect(requests.length).toBe(500)
	// Other requests are answered between any two members.
	expect(turns).toBeGreaterThan(500)
	await goTo(SLOT + MINUTE)
	expect(requests.length).toBe(600)
})
