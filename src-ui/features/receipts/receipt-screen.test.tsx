import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { PublicUser } from '#contract/public-user.ts'
import type { Award, AwardKey, Receipt } from '#contract/receipts.ts'
import { noteServerTime } from '#ui/platform/server-clock.ts'
import { rememberUser } from '#ui/platform/storage.ts'
import { type Answers, aDriver, aMember, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { ReceiptScreen } from './receipt-screen.tsx'

beforeEach(() => void setSystemTime(new Date('2026-12-03T12:00:00Z')))
afterEach(() => void setSystemTime())

const me = aMember()
const driver = (nth: number) => aDriver({ id: 100 + nth, username: `driver.${nth}`, display_name: null })
const myself: PublicUser = { ...driver(0), id: me.id, username: me.username }
const award = (key: AwardKey, figure: number, drivers: PublicUser[] = [driver(1)]): Award => ({
	key,
	figure,
	drivers,
	ghosts: [],
})
const receipt = (special: Partial<Receipt> = {}): Receipt => ({
	month: '2026-11',
	rides: 1240,
	people: 31,
	bumpy: 214,
	awards: [],
	...special,
})
const open = (answer: Receipt, answers: Answers = {}) =>
	openScreen(
		<ReceiptScreen month={answer.month} />,
		`/receipts/${answer.month}`,
		{ [`GET /api/receipts/${answer.month}`]: [200, answer], ...answers },
		{ member: me },
	)
const region = (name: string) => screen.findByRole('region', { name })

test('a month over says how many rides and people there were, how each award was won, and the speed bumps met [spec 14.18] [spec 14.19]', async () => {
	await open(
		receipt({
			awards: [
				award('driverOfTheMonth', 4.8),
				award('smoothest', 97),
				award('safest', 100),
				award('bestVibes', 95),
				award('mostImproved', 0.64),
				award('mostRidden', 1200),
				award('ghostOfTheMonth', 4.25),
			],
		}),
	)

	expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('November 2026')
	expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1,240', '31', '214'])
	const printed = screen
		.getAllByRole('region')
		.map((one) => [within(one).getByRole('heading').textContent, one.querySelector('.award-figure')?.textContent])
	expect(printed).toEqual([
		['Driver of the Month', '4.8 stars'],
		['Smoothest', '97% smooth'],
		['Safest', '100% safe'],
		['Best Vibes', '95% good vibes'],
		['Most Improved', '+0.6 stars'],
		['Most Ridden', '1,200 rides'],
		['Ghost of the Month', '4.3 stars'],
	])
	expect(screen.getByText('Torn off on Dec 1, 2026. Thank you for riding along.')).toBeTruthy()
	expect(screen.queryByText('so far')).toBeNull()
	expect((await screen.findAllByRole('button')).map(({ textContent }) => textContent?.trim())).toEqual([
		'Send this receipt',
	])
	expect(document.title).toBe('Receipt of November 2026 · Backseat')
})

test.each([
	[[driver(1), driver(1), driver(2)], true],
	[[driver(1), driver(2), driver(3)], false],
])('a receipt on which somebody has two awards says that nobody has a third [spec 15.21]', async (winners, isSaid) => {
	const [best, smooth, safe] = winners as [PublicUser, PublicUser, PublicUser]
	const awards = [
		award('driverOfTheMonth', 4.8, [best]),
		award('smoothest', 97, [smooth]),
		award('safest', 100, [safe]),
	]
	await open(receipt({ awards }))

	await region('Safest')
	expect(screen.queryByText('Nobody wins more than two. A third goes to the next best.') !== null).toBe(isSaid)
})

test('of thirty who share an award a few are named, and the rest on request; names lead to cards [spec 14.19]', async () => {
	await open(
		receipt({
			awards: [
				award(
					'smoothest',
					100,
					Array.from({ length: 30 }, (_, nth) => driver(nth)),
				),
			],
		}),
	)
	const shown = within(await region('Smoothest'))
	expect(shown.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
		[0, 1, 2, 3].map((n) => `driver.${n}`),
	)
	expect(shown.getAllByRole('link')[0]?.getAttribute('href')).toBe('/infographic/100')

	fireEvent.click(shown.getByRole('button', { name: 'and 26 more' }))

	expect(shown.getAllByRole('link')).toHaveLength(30)
	expect(document.activeElement?.textContent).toBe('driver.4')
})

test('an award whose drivers are all hidden stays, without names and figures [spec 14.26]', async () => {
	await open(receipt({ awards: [award('safest', 98, [])] }))

	const shown = within(await region('Safest'))
	expect(shown.getByText('Won by a driver whom you have hidden.')).toBeTruthy()
	expect(shown.queryByRole('link')).toBeNull()
	expect(shown.queryByText(/98/)).toBeNull()
})

const A_PAGE = { id: 'a-page', path: '/r/a-page' }

test('who has won is named first, and sends their award as a page [spec 14.20]', async () => {
	const shared: ShareData[] = []
	Object.assign(navigator, { share: async (what: ShareData) => void shared.push(what) })
	const everybody = [...Array.from({ length: 9 }, (_, nth) => driver(nth)), myself]
	const { bodiesOf } = await open(receipt({ awards: [award('mostRidden', 12, everybody), award('safest', 98)] }), {
		'POST /api/sent': [201, A_PAGE],
	})
	const mine = within(await region('Most Ridden'))
	expect(mine.getAllByRole('link')[0]?.textContent).toBe('jonas')
	expect(within(await region('Safest')).queryByRole('button')).toBeNull()

	fireEvent.click(mine.getByRole('button', { name: 'Send' }))

	await waitFor(() => expect(shared).toHaveLength(1))
	expect(shared[0]).toMatchObject({
		title: 'Most Ridden, November 2026',
		text: 'My award for November 2026: Most Ridden.',
		url: 'http://backseat.test/r/a-page',
	})
	expect(bodiesOf('POST /api/sent')).toEqual([{ kind: 'award', month: '2026-11', award: 'mostRidden' }])
})

test('any member sends the whole receipt of a printed month, and of no other [spec 15.24]', async () => {
	const shared: ShareData[] = []
	Object.assign(navigator, { share: async (what: ShareData) => void shared.push(what) })
	const { bodiesOf } = await open(receipt(), { 'POST /api/sent': [201, A_PAGE] })
	fireEvent.click(await screen.findByRole('button', { name: 'Send this receipt' }))
	await waitFor(() => expect(shared[0]?.url).toBe('http://backseat.test/r/a-page'))
	expect(bodiesOf('POST /api/sent')).toEqual([{ kind: 'month', month: '2026-11' }])

	for (const unsent of [receipt({ month: '2026-12' }), receipt({ month: '2026-01', rides: 0 })]) {
		cleanup()
		await open(unsent)
		await screen.findByRole('article')
		expect(screen.queryByRole('button', { name: /Send/ })).toBeNull()
	}
})

test('a month is printed once for each member, and anew when it is over [spec 15.23]', async () => {
	const isPrinting = async (answer: Receipt, member = me) => {
		cleanup()
		await openScreen(
			<ReceiptScreen month={answer.month} />,
			`/receipts/${answer.month}`,
			{ [`GET /api/receipts/${answer.month}`]: [200, answer] },
			{ member },
		)
		await screen.findByRole('article')
		return document.querySelector('[data-printing]') !== null
	}
	const december = receipt({ month: '2026-12' })

	expect(await isPrinting(receipt())).toBe(true)
	expect(await isPrinting(receipt())).toBe(false)
	expect(await isPrinting(receipt(), aMember({ id: 9 }))).toBe(true)
	expect([await isPrinting(december), await isPrinting(december)]).toEqual([true, false])
	setSystemTime(new Date('2027-01-02T12:00:00Z'))
	noteServerTime(new Date().toISOString())
	expect([await isPrinting(december), await isPrinting(december)]).toEqual([true, false])
})

test('a month that is not over says so, and nothing leads to those to come [spec 14.25]', async () => {
	await open(receipt({ month: '2026-12', rides: 2, people: 1 }))

	expect(await screen.findByText('so far')).toBeTruthy()
	expect(screen.getByText('No awards yet')).toBeTruthy()
	expect(screen.getByText('Still in the printer. It is torn off on Jan 1, 2027.')).toBeTruthy()
	const links = within(screen.getByRole('navigation')).getAllByRole('link')
	expect(links.map((link) => link.getAttribute('href'))).toEqual(['/receipts/2026-11'])
})

test('an empty month has kind words, and months on both sides', async () => {
	await open(receipt({ month: '2026-01', rides: 0, people: 0, bumpy: 0 }))

	expect(await screen.findByText('Nobody drove, or nobody told.')).toBeTruthy()
	expect(screen.queryByRole('definition')).toBeNull()
	const links = within(screen.getByRole('navigation')).getAllByRole('link')
	expect(links.map((link) => link.getAttribute('href'))).toEqual(['/receipts/2025-12', '/receipts/2026-02'])
})

test('a month to come and what is no month are dead ends that lead on; nonsense is not asked for [spec 14.25]', async () => {
	await openScreen(<ReceiptScreen month="2027-02" />, '/receipts/2027-02', {}, { member: me })
	expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('February 2027 is still down the road')
	expect(screen.getByRole('link', { name: 'See December so far' }).getAttribute('href')).toBe('/receipts/2026-12')

	cleanup()
	const { calls } = await openScreen(<ReceiptScreen month="2026-13" />, '/receipts/2026-13', {}, { member: me })
	expect(await screen.findByText('No such month')).toBeTruthy()
	expect(calls().filter((call) => call.includes('receipts'))).toEqual([])
})

test('a visitor reads that it is for members, is led to the log-in and back, and asks for nothing [spec 14.20] [spec 15.24]', async () => {
	const { calls } = await openScreen(<ReceiptScreen month="2026-11" />, '/receipts/2026-11', {})

	expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Members read this')
	expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth?next=%2Freceipts%2F2026-11')
	expect(calls().filter((call) => call.includes('receipts'))).toEqual([])
})

test('whose session the server has ended can log in again, where it is', async () => {
	rememberUser(me)
	const { app } = await openScreen(<ReceiptScreen month="2026-11" />, '/receipts/2026-11', {
		[`GET /api/users/${me.id}`]: [200, myself],
	})

	fireEvent.click(await screen.findByRole('button', { name: 'Log in again' }))

	expect(app.session.logInAgain.isSet()).toBe(true)
})

test('a receipt that does not come out can be asked for again', async () => {
	const server = await open(receipt(), { 'GET /api/receipts/2026-11': problem(500, 'Something went wrong') })
	const again = await screen.findByRole('button', { name: 'Try again' })
	server.answer('GET /api/receipts/2026-11', [200, receipt()])

	fireEvent.click(again)

	expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('November 2026')
})

test('a ghost outside the circle of the member is named without a link [T74]', async () => {
	const ghosts = [{ display_name: 'Uncle Bob', avatarId: 3 }]
	await open(receipt({ awards: [{ ...award('safest', 98), ghosts }] }))

	const shown = within(await region('Safest'))
	expect(shown.getByText('Uncle Bob')).toBeTruthy()
	expect(shown.getAllByRole('link').map((link) => link.textContent)).toEqual(['driver.1'])
})
