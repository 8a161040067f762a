import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { EVENT_NAMES, type EventName } from '#contract/analytics.ts'
import {
	addGhost,
	driverRow,
	expect,
	fillSignUp,
	heading,
	logIn,
	type Member,
	type Person,
	rate,
	submitVerdict,
	test,
	uniqueName,
} from '../fixtures/people.ts'

type Sent = { name: string; properties: Record<string, unknown>; deviceId: string }

/** Records the events that a page sends, and the status codes of the responses. */
async function listen(page: Page) {
	const sent: Sent[] = []
	const statuses: number[] = []
	// Playwright cannot read the body of a beacon, so a fetch sends it instead.
	await page.addInitScript(() => {
		navigator.sendBeacon = (url, body) => {
			const headers = { 'Content-Type': 'application/json' }
			void new Response(body)
				.text()
				.then((text) => fetch(url, { method: 'POST', headers, body: text, keepalive: true }))
			return true
		}
	})
	page.on('request', (request) => {
		if (!request.url().endsWith('/api/events')) return
		const { deviceId, events } = request.postDataJSON()
		for (const { name, properties } of events) sent.push({ name, properties, deviceId })
	})
	page.on('response', (answer) => {
		if (answer.url().endsWith('/api/events')) statuses.push(answer.status())
	})
	return {
		statuses,
		/**
		 * Waits until the last event with this name has these properties. Fires pagehide, which flushes queued
		 * events.
		 */
		async event(name: string, properties: Record<string, unknown> = {}): Promise<Sent> {
			const last = () => sent.findLast((event) => event.name === name)
			await expect
				.poll(async () => {
					await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
					return last()
				})
				.toMatchObject({ name, properties })
			return last() as Sent
		},
	}
}

type Row = {
	does: string
	/** Runs as a visitor; by default as a member. */
	as?: 'visitor'
	act: (me: Person & Partial<Member>, other: Member) => Promise<void>
	properties: (me: Partial<Member>, other: Member) => Record<string, unknown>
}

const me = ({ id, username }: Partial<Member>) => ({ user_id: id, user_name: username })

/** In the order of spec section 7. */
const table: Record<EventName, Row> = {
	logged_in: {
		does: 'logs in',
		as: 'visitor',
		act: async ({ page, open }, other) => {
			await open('auth')
			await logIn(page, other.username)
		},
		properties: (_, other) => me(other),
	},
	driver_clicked: {
		does: 'taps a driver',
		act: async (self, other) => {
			await rate(self, other.id)
			await self.open('home')
			await driverRow(self.page, other.username).click()
			await self.page.waitForURL(/rating/)
		},
		properties: (self, other) => ({
			...me(self),
			driver_id: other.id,
			driver_name: other.username,
			is_logged_in: true,
		}),
	},
	login_clicked: {
		does: 'is sent to log in from home',
		as: 'visitor',
		act: async ({ page, open }) => {
			await open('home')
			await page.getByRole('link', { name: 'Login to Add Driver' }).click()
			await page.waitForURL(/auth/)
		},
		properties: () => ({ source: 'homepage', button: 'Login to Add Driver', is_logged_in: false }),
	},
	rating_notification_seen: {
		does: 'closes the popup',
		act: async (self, other) => {
			await rate(other, self.id ?? 0)
			await self.open('home')
			await self.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
		},
		properties: me,
	},
	home_page_viewed: {
		does: 'comes home from an advertisement',
		as: 'visitor',
		act: ({ open }) => open('home?utm_source=fridge&utm_medium=magnet'),
		properties: () => ({ utm_source: 'fridge', utm_medium: 'magnet' }),
	},
	rating_submitted: {
		does: 'rates',
		act: async ({ page, open }, other) => {
			await open(`rating/${other.id}`)
			await submitVerdict(page, { stars: 2, isSmooth: false, isSafe: false, isGood: false })
		},
		properties: (self, other) => ({
			...me(self),
			driver_id: other.id,
			driver_name: other.username,
			ride_quality: 'bumpy',
			safety_feeling: 'unsafe',
			vibe_quality: 'off',
			star_rating: 2,
		}),
	},
	share_verdict_clicked: {
		does: 'shares a verdict',
		act: async (self) => {
			await self.open(`rating/${(await addGhost(self, 'Verdict Vic')).id}`)
			await submitVerdict(self.page)
			await self.page.getByRole('link', { name: 'Share the Verdict' }).click()
			await self.page.waitForURL(/share-ghost/)
		},
		properties: ({ id }) => ({ user_id: id, driver_name: 'Verdict Vic' }),
	},
	profile_viewed: {
		does: 'looks at the own profile',
		act: ({ open, id }) => open(`profile/${id}`),
		properties: (self) => ({ ...me(self), profile_id: self.id, is_own_profile: true }),
	},
	infographic_viewed: {
		does: 'looks at a card',
		act: ({ open }, other) => open(`infographic/${other.id}`),
		properties: ({ id }, other) => ({ user_id: id, driver_id: other.id, driver_name: other.username }),
	},
	driver_added: {
		does: 'adds a ghost',
		act: async ({ page, open }) => {
			await open('add-driver')
			await page.getByRole('tab', { name: 'New Driver' }).click()
			await page.getByLabel('Name').fill('Added Ada')
			await page.getByRole('button', { name: 'Add Driver' }).click()
			await page.waitForURL(/rating/)
		},
		properties: (self) => ({ ...me(self), driver_name: 'Added Ada', is_ghost: true }),
	},
	copy_link_clicked: {
		does: 'copies a claim link',
		act: async (self) => {
			await self.open(`share-ghost/${(await addGhost(self, 'Copied Cora')).id}`)
			await self.page.getByRole('button', { name: 'Copy link' }).click()
		},
		properties: () => ({ driver_name: 'Copied Cora' }),
	},
	ghost_rating_shared: {
		does: 'sends a claim link by SMS',
		act: async (self) => {
			await self.open(`share-ghost/${(await addGhost(self, 'Sent Sam')).id}`)
			// Prevents the browser from opening the sms: link, because nothing on this machine handles it.
			await self.page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), true))
			await self.page.getByRole('link', { name: 'SMS' }).click()
		},
		properties: () => ({ driver_name: 'Sent Sam', method: 'sms' }),
	},
	login_signup_clicked: {
		does: 'presses the button in the header',
		as: 'visitor',
		act: async ({ page, open }) => {
			await open('home')
			await page.getByRole('banner').getByRole('link', { name: 'Login or Sign Up' }).click()
			await page.waitForURL(/auth/)
		},
		properties: () => ({ source: 'header' }),
	},
	auth_skip_clicked: {
		does: 'skips the log-in',
		as: 'visitor',
		act: async ({ page, open }) => {
			await open('auth')
			await page.getByText('Skip for now').click()
			await page.waitForURL(/home/)
		},
		properties: () => ({ has_rating: false }),
	},
	account_created: {
		does: 'signs up',
		as: 'visitor',
		act: async ({ page, open }) => {
			await open('auth')
			await fillSignUp(page, uniqueName('counted'))
			await page.waitForURL(/home/)
		},
		properties: () => ({ user_id: expect.any(Number), user_name: expect.stringMatching(/^counted/) }),
	},
	ghost_claim_link_viewed: {
		does: 'opens a claim link',
		as: 'visitor',
		act: async ({ open }, other) => {
			const ghost = await addGhost(other, 'Viewed Vera')
			await rate(other, ghost.id)
			await open(`claim/${ghost.token}`)
		},
		properties: () => ({ is_valid: true, ratings_count: 1 }),
	},
}

test('the table below lists every event that the server knows [spec 7.25]', () => {
	expect(Object.keys(table)).toEqual([...EVENT_NAMES])
	expect(EVENT_NAMES).toHaveLength(16)
})

// All events share one browser, because each test that records requests needs a new one.
for (const [who, as] of [
	['a member', undefined],
	['a visitor', 'visitor'],
] as const)
	test(`what ${who} does is sent under its name, event by event [spec 7.25]`, {
		tag: as === 'visitor' ? '@thorough' : [],
	}, async ({ member, newPerson }) => {
		const other = await member('other')
		const self: Person & Partial<Member> = as === 'visitor' ? await newPerson() : await member('self')
		const events = await listen(self.page)
		for (const name of EVENT_NAMES.filter((name) => table[name].as === as))
			await test.step(`${name}: somebody ${table[name].does}`, async () => {
				// An earlier event may have logged the visitor in, and the open page still polls.
				if (as === 'visitor') {
					await self.page.goto('about:blank')
					await self.context.clearCookies()
				}
				await table[name].act(self, other)

				const event = await events.event(name, table[name].properties(self, other))

				// A device id must not let a reader of the events claim a ghost.
				expect(event.deviceId).toMatch(/^device_[0-9a-z]{10}_\d{13}$/)
				expect(JSON.stringify(event)).not.toMatch(/\/claim\//)
			})
		await expect.poll(() => events.statuses).toContain(202)
		expect(new Set(events.statuses)).toEqual(new Set([202]))
	})

test('the device keeps its id', { tag: '@desktop' }, async ({ newPerson }) => {
	const { page, open } = await newPerson()
	const events = await listen(page)
	await open('home')
	const { deviceId } = await events.event('home_page_viewed')
	await open('infographic/2')
	expect((await events.event('infographic_viewed')).deviceId).toBe(deviceId)
	expect(await page.evaluate(() => localStorage.getItem('deviceId'))).toBe(deviceId)
})

test('tracking that fails is only logged, and disturbs nobody [spec 8.23]', async ({ newPerson }) => {
	const { page, open, expectNoAnswer } = await newPerson()
	expectNoAnswer()
	await page.route('**/api/events', (route) => route.abort())
	const warned = page.waitForEvent('console', (message) => message.text().includes('Analytics'))
	await open('home')
	expect((await warned).type()).toBe('warning')
	await expect(heading(page, 'Who are you rating today?')).toBeVisible()
	await expect(page.locator('.toast')).toHaveCount(0)
})

test("an event of a page that closes reaches the operator's PostHog, under the member's id", async ({
	member,
	ownInstance,
}) => {
	const arrived: string[] = []
	const collector = createServer((request, response) => {
		const chunks: Buffer[] = []
		request.on('data', (chunk: Buffer) => chunks.push(chunk))
		request.on('end', () => {
			const body = Buffer.concat(chunks)
			arrived.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString())
			response.setHeader('Content-Type', 'application/json').end('{"status":1}')
		})
	})
	await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
	const { port } = collector.address() as AddressInfo
	const instance = await ownInstance('--posthog-key', 'phc_test', '--posthog-host', `http://127.0.0.1:${port}`)
	const rider = await member('rider', { on: instance })
	await rider.open(`profile/${rider.id}`)
	await expect(heading(rider.page, rider.username)).toBeVisible()
	// A screen tracks its events shortly after it is painted.
	await rider.page.evaluate(() => new Promise((done) => requestIdleCallback(done)))

	// Leaving the page sends a real beacon. The server forwards events in batches or after a delay.
	await rider.page.goto('about:blank')
	await expect.poll(() => arrived.join('\n'), { timeout: 20_000 }).toContain('profile_viewed')

	expect(arrived.join('\n')).toContain(`user_${rider.id}`)
	collector.close()
})
