import { expect, test } from 'bun:test'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DriverKind } from '#contract/driver-kinds.ts'
import type { Glovebox } from '#contract/glovebox.ts'
import { rememberUser } from '#ui/platform/storage.ts'
import { type Answers, aDriver, aMember, forgetEverything, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { GloveboxScreen } from './glovebox-screen.tsx'

const me = aMember()
const glovebox = (special: Partial<Glovebox> = {}): Glovebox => ({
	trips: [],
	months: [],
	years: [],
	kinds: { seen: [], of: 24 },
	awards: [],
	sent: [],
	brought: 0,
	...special,
})
const open = (answer: Glovebox, { member = me as typeof me | null, answers = {} as Answers } = {}) =>
	openScreen(<GloveboxScreen />, '/glovebox', { 'GET /api/glovebox': [200, answer], ...answers }, { member })
const shelves = () => screen.getAllByRole('region').map((shelf) => within(shelf).getByRole('heading').textContent)
const linksOf = (title: string) =>
	within(screen.getByRole('region', { name: title }))
		.getAllByRole('link')
		.map((link) => [link.textContent, link.getAttribute('href')])
const sent = { id: 'A'.repeat(22), path: `/r/${'A'.repeat(22)}`, kind: 'month' as const, month: '2026-10' }

test('a member finds trips, months, years, kinds and awards, each of which leads on [spec 15.25]', async () => {
	await open(
		glovebox({
			trips: [
				{ token: 'under-way-1', title: 'Homewards', state: 'boarding', openedAt: null },
				{ token: 'arrived-1', title: 'Up the hill', state: 'rating', openedAt: null },
				{ token: 'receipt-1', title: 'To the sea', state: 'open', openedAt: '2026-11-03T12:00:00.000Z' },
			],
			months: ['2026-11', '2026-10'],
			years: [2026],
			kinds: {
				seen: [
					{ kind: 'chauffeur', day: '2026-11-07' },
					{ kind: 'fresh_plates', day: '2026-10-05' },
				],
				of: 24,
			},
			awards: [{ month: '2026-11', award: 'smoothest' }],
		}),
	)

	await screen.findByRole('region', { name: 'Road trips' })
	expect(shelves()).toEqual(['Road trips', 'Months', 'Years', 'Kinds of driver you have been', 'Awards'])
	expect(linksOf('Road trips')).toEqual([
		['HomewardsOn the road', '/trip/under-way-1'],
		['Up the hillArrived, and not opened yet', '/trip/arrived-1'],
		['To the seaOpened on Nov 3, 2026', '/trip/receipt-1'],
	])
	expect(linksOf('Months')).toEqual([
		['November 2026', '/receipts/2026-11'],
		['October 2026', '/receipts/2026-10'],
	])
	expect(linksOf('Years')).toEqual([['Your year 2026', '/wrapped?year=2026']])
	expect(linksOf('Awards')).toEqual([['SmoothestNovember 2026', '/receipts/2026-11']])
	const album = within(screen.getByRole('region', { name: 'Kinds of driver you have been' }))
	expect(album.getByText('2 of 24')).toBeTruthy()
	expect(album.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
		'Fresh PlatesOct 5, 2026',
		'The ChauffeurNov 7, 2026',
	])
	expect(document.title).toBe('The glovebox · Backseat')
})

test('an album without a missing stamp is full', async () => {
	const seen = DriverKind.options.map((kind) => ({ kind, day: '2026-11-07' }))
	await open(glovebox({ kinds: { seen, of: 24 } }))

	expect(await screen.findByText('24 of 24')).toBeTruthy()
	expect(screen.queryByText('?')).toBeNull()
})

test('of years of months the newest are shown, and all on request', async () => {
	const months = [2026, 2025].flatMap((year) => [12, 11, 10, 9].map((nth) => `${year}-${String(nth).padStart(2, '0')}`))
	await open(glovebox({ months }))

	fireEvent.click(await screen.findByRole('button', { name: 'All 8 months' }))

	expect(linksOf('Months')).toHaveLength(8)
	expect(screen.queryByRole('button', { name: /All/ })).toBeNull()
})

test('a guest finds what this browser took part in, and no stamps [spec 15.25]', async () => {
	const trips = [
		{ token: 'receipt-1', title: 'To the sea', state: 'open' as const, openedAt: '2026-11-03T12:00:00.000Z' },
	]
	await open(glovebox({ trips }), { member: null })

	await screen.findByRole('region', { name: 'Road trips' })
	expect(shelves()).toEqual(['Road trips'])
	expect(screen.getByText('This browser remembers it for you. Log in, and it comes along.')).toBeTruthy()
})

test.each([
	['a member', me],
	['a guest', null],
])('for %s with nothing in it, it holds half a biscuit', async (_, member) => {
	await open(glovebox(), { member })

	expect(await screen.findByText('Nothing in here yet')).toBeTruthy()
	expect(screen.getByText(/half a biscuit/)).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Rate a ride' }).getAttribute('href')).toBe('/home')
})

test('a glovebox that is stuck can be opened again', async () => {
	const server = await open(glovebox(), { answers: { 'GET /api/glovebox': problem(500, 'Something went wrong') } })
	const again = await screen.findByRole('button', { name: 'Try again' })
	server.answer('GET /api/glovebox', [200, glovebox({ years: [2026] })])

	fireEvent.click(again)

	expect(await screen.findByRole('link', { name: 'Your year 2026' })).toBeTruthy()
})

test('whose session the server has ended logs in again, where they are, and sees nothing of a guest', async () => {
	rememberUser(me)
	const { app, calls } = await openScreen(<GloveboxScreen />, '/glovebox', {
		[`GET /api/users/${me.id}`]: [200, aDriver({ id: me.id })],
	})

	fireEvent.click(await screen.findByRole('button', { name: 'Log in again' }))

	expect(app.session.logInAgain.isSet()).toBe(true)
	expect(calls()).not.toContain('GET /api/glovebox')
})

test('what one has sent is ended from here, also where it had ended before', async () => {
	const page = { ...sent, createdAt: '2026-11-03T12:00:00.000Z', expiresAt: '2027-02-01T12:00:00.000Z' }
	const server = await open(glovebox({ sent: [page] }), {
		answers: { [`DELETE /api/sent/${sent.id}`]: problem(500, 'The engine stalled') },
	})
	const end = await screen.findByRole('button', { name: 'End it' })
	expect(linksOf('Sent to chats')).toEqual([['October 2026', sent.path]])
	expect(screen.getByText('Sent on Nov 3, 2026. It ends on Feb 1, 2027.')).toBeTruthy()

	fireEvent.click(end)
	const question = within(await screen.findByRole('alertdialog', { name: 'End this page?' }))
	expect(server.calls()).not.toContain(`DELETE /api/sent/${sent.id}`)
	fireEvent.click(question.getByRole('button', { name: 'End it' }))
	expect(await screen.findByText('It is still there')).toBeTruthy()
	server.answer(`DELETE /api/sent/${sent.id}`, problem(404, 'Not found'))
	server.answer('GET /api/glovebox', [200, glovebox()])
	fireEvent.click(question.getByRole('button', { name: 'End it' }))

	await waitFor(() => expect(screen.getByText('Nothing in here yet')).toBeTruthy())
	expect(await screen.findByText('It has ended')).toBeTruthy()
})

test('what one has sent says which it is, and the focus goes to the next one when one ends', async () => {
	const times = { createdAt: '2026-11-03T12:00:00.000Z', expiresAt: '2027-02-01T12:00:00.000Z' }
	const page = (id: string, about: Partial<Glovebox['sent'][number]>) => ({
		...sent,
		...times,
		id,
		path: `/r/${id}`,
		...about,
	})
	const pages = [
		page('r', { kind: 'receipt', driver: 'Uncle Bob', month: undefined }),
		page('a', { kind: 'award', award: 'driverOfTheMonth' }),
		page('y', { kind: 'year', year: 2026, month: undefined }),
	]
	const server = await open(glovebox({ sent: pages }), { answers: { 'DELETE /api/sent/r': [204] } })
	await screen.findByRole('link', { name: 'My receipt: Uncle Bob' })
	expect(linksOf('Sent to chats').map(([name]) => name)).toEqual([
		'My receipt: Uncle Bob',
		'Driver of the Month, October 2026',
		'My year 2026',
	])

	server.answer('GET /api/glovebox', [200, glovebox({ sent: pages.slice(1) })])
	const [first] = screen.getAllByRole('button', { name: 'End it' })
	act(() => first?.focus())
	fireEvent.click(first as HTMLElement)
	const question = within(await screen.findByRole('alertdialog'))
	fireEvent.click(question.getByRole('button', { name: 'End it' }))

	await waitFor(() => expect(screen.queryByText('My receipt: Uncle Bob')).toBeNull())
	expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'End it' })[0] ?? null)
})

test('whoever brought verdicts finds a row that leads to them, and others find none', async () => {
	await open(glovebox({ brought: 48 }))

	const row = await screen.findByRole('link', { name: /^From before/ })
	expect([row.textContent, row.getAttribute('href')]).toEqual([
		'From before48 verdicts from another Backseat',
		'/verdicts#from-before',
	])
	forgetEverything()
	await open(glovebox({ years: [2026] }))
	await screen.findByRole('region', { name: 'Years' })
	expect(screen.queryByRole('link', { name: /^From before/ })).toBeNull()
})
