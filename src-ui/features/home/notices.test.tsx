import { expect, test } from 'bun:test'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Home, HomeDriver } from '#contract/home.ts'
import type { SignupMode } from '#contract/instance.ts'
import type { Notice } from '#contract/notices.ts'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { homeShape } from '#ui/platform/storage.ts'
import { aTrip } from '#ui/testing/a-trip.ts'
import { anOverview } from '#ui/testing/an-overview.ts'
import {
	type Answers,
	aDriver,
	aMember,
	anInstance,
	deadNetwork,
	type FakeAnswer,
	refusal,
} from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openedAt } from '#ui/testing/page-address.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HomeScreen } from './home-screen.tsx'
import { noteOwnNotice } from './own-notice.memory.ts'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const HOME = 'GET /api/home'
const OVERVIEW = 'GET /api/host'
const NO_HOST = 'Nobody is host yet. If you set this up, open the link from where it was started.'
const FIRST_MINUTE: Notice = { kind: 'first-minute', id: 'first-minute', left: 3 }
const MONTH: Notice = { kind: 'month', id: '2026-11', month: '2026-11' }
const YEAR: Notice = { kind: 'year', id: '2026', year: 2026 }
const PUT_AWAY = 'POST /api/home/notices/month/put-away'

const theo: HomeDriver = { ...aDriver({ id: 52, username: 'theo', display_name: null }), averageStar: 4, totalRides: 1 }
const homeWith = (notice: Notice | null, more: Partial<Home> = {}): FakeAnswer => [
	200,
	{
		...{ hasAccount: true, me: { id: me.id, averageStar: 0, totalRides: 0, unseen: 0 }, drivers: [], others: [] },
		...{ notice, ...more },
	},
]
const people = (all: number) => [200, anOverview({ people: { all, thisWeek: all } })] as const

const openHome = (notice: Notice | null, answers: Answers = {}, member = me) =>
	openScreen(<HomeScreen />, '/home', { [HOME]: homeWith(notice), ...answers }, { member })
const line = () => screen.queryByRole('region', { name: 'Notice' })
const lineSays = async () => (await screen.findByRole('region', { name: 'Notice' })).textContent
const space = () => document.querySelector<HTMLElement>('.notice-space')
const putAway = () => user.click(screen.getByRole('button', { name: 'Put this away' }))
const homeIsThere = () => screen.findByText('No drivers yet. Add one to get started!')

const trip = { id: 'a-token-of-a-trip', token: 'a-token-of-a-trip', title: 'To the sea' }
test.each<[Notice, string, string]>([
	[{ kind: 'came-along', id: '1', count: 6 }, 'Your 6 verdicts came along', '/verdicts'],
	[{ kind: 'came-along', id: '1', count: 1 }, 'Your verdict came along', '/verdicts'],
	[{ kind: 'trip', ...trip }, 'To the sea is under way. Back to the trip.', `/trip/${trip.token}`],
	[
		{ kind: 'answers', id: 'a', count: 1, ratingId: 7, driver: aDriver({ display_name: 'Jonas' }), sticker: 'music' },
		'Jonas answered: You chose the music',
		'/verdicts#verdict-7',
	],
	[{ kind: 'answers', id: 'b', count: 1 }, 'One driver answered', '/verdicts'],
	[{ kind: 'answers', id: 'c', count: 5 }, 'Five drivers answered', '/verdicts'],
	[{ kind: 'answers', id: 'd', count: 12 }, 'Twelve drivers answered', '/verdicts'],
	[{ kind: 'answers', id: 'e', count: 13 }, '13 drivers answered', '/verdicts'],
	[{ kind: 'trip-receipt', ...trip }, 'To the sea is over. Its receipt is printed.', `/trip/${trip.token}`],
	[MONTH, 'November is printed. Who is Driver of the Month?', '/receipts/2026-11'],
	[YEAR, 'Your 2026 in the back seat is ready to watch.', '/wrapped?year=2026'],
	[{ ...FIRST_MINUTE, left: 1 }, 'One stop left: add the first driver.', '/add-driver'],
])('a notice is one line and leads there: %j [spec 15.1]', async (notice, words, href) => {
	await openHome(notice)

	expect(await lineSays()).toBe(words)
	const region = within(line() as HTMLElement)
	expect(region.getByRole('link').getAttribute('href')).toBe(href)
	expect(region.getAllByRole('button')).toHaveLength(1)
})

test.each([
	['send or print your own link', [theo], 0],
	['let somebody in', [theo], 3],
] as const)('the last of the first steps is a line of its own: %s', async (step, drivers, totalRides) => {
	const mine = { id: me.id, averageStar: 0, totalRides, unseen: 0 }
	await openHome(null, { [HOME]: homeWith({ ...FIRST_MINUTE, left: 1 }, { drivers: [...drivers], me: mine }) })

	expect(await lineSays()).toBe(`One stop left: ${step}.`)
})

test('putting a notice away reveals the next one, and after the last its space closes; the focus stays in the page [spec 15.1]', async () => {
	const answered = Promise.withResolvers<FakeAnswer>()
	const server = await openHome(MONTH, {
		[PUT_AWAY]: () => answered.promise,
		'POST /api/home/notices/year/put-away': [204],
	})
	await lineSays()

	await putAway()
	expect(line()).toBeNull()
	expect(space()).not.toBeNull()
	expect(document.activeElement?.id).toBe('main')
	expect(server.bodiesOf(PUT_AWAY)).toEqual([{ id: '2026-11' }])
	server.answer(HOME, homeWith(YEAR))
	answered.resolve([204])
	expect(await lineSays()).toContain('Your 2026')

	server.answer(HOME, homeWith(null))
	await putAway()
	await waitFor(() => expect(space()).toBeNull())
})

test('a notice that could not be put away is gone until the next visit, and nothing moves', async () => {
	await openHome(MONTH, { [PUT_AWAY]: deadNetwork })
	await lineSays()

	await putAway()
	await act(() => Bun.sleep(20))

	expect(line()).toBeNull()
	expect(space()).not.toBeNull()
})

test('the month is read once it was opened', async () => {
	const server = await openHome(MONTH, { [PUT_AWAY]: [204] })
	await lineSays()
	await user.click(screen.getByRole('link', { name: /November/ }))
	await waitFor(() => expect(server.bodiesOf(PUT_AWAY)).toEqual([{ id: '2026-11' }]))
})

test('nothing appears above the list while it is looked at: a notice that becomes due waits for the next visit [spec 15.1]', async () => {
	const server = await openHome(null)
	await homeIsThere()
	server.answer(HOME, homeWith(MONTH))
	// A lone member's list is asked for every five seconds.
	await waitFor(() => expect(server.calls().filter((call) => call === HOME).length).toBeGreaterThan(1), {
		timeout: 8000,
	})
	await act(() => Bun.sleep(20))
	expect(space()).toBeNull()
	cleanup()

	await openHome(MONTH)
	expect(await lineSays()).toContain('November')
})

test('while home is on its way, the space of a notice is reserved if there was one last time [spec 15.1]', async () => {
	await openHome(MONTH)
	await lineSays()
	cleanup()

	const list = Promise.withResolvers<FakeAnswer>()
	await openHome(null, { [HOME]: () => list.promise })
	expect(space()?.dataset.space).toBe('line')
	list.resolve(homeWith(null))
	await homeIsThere()
	expect(space()).toBeNull()
})

test('no notice appears with the popup for new ratings', async () => {
	const unseen = aMember({ lastRatingReceivedAt: '2026-11-21T00:00:00.000Z', isLatestRatingsSeen: false })
	noteOwnNotice('install')
	await openHome(null, {}, unseen)
	expect(await screen.findByRole('dialog')).toBeTruthy()
	expect(space()).toBeNull()
})

test("the server's notices come before the page's own [spec 15.1]", async () => {
	pushOffer.noteTold()
	noteOwnNotice('push')
	await openHome(MONTH)
	expect(await lineSays()).toContain('November')
	expect(screen.queryByRole('region', { name: 'News' })).toBeNull()
})

test.each([
	['of a server that knows none', undefined],
	['of a kind that this page does not know', { kind: 'parade', id: '1' }],
])('a notice %s leaves home as it is', async (_, notice) => {
	await openScreen(
		<HomeScreen />,
		'/home',
		{ [HOME]: [200, { hasAccount: true, drivers: [theo], notice }] },
		{ member: me },
	)
	expect(await screen.findByText('theo')).toBeTruthy()
	expect(space()).toBeNull()
})

test('a guest reads of a trip', async () => {
	await openScreen(<HomeScreen />, '/home', {
		[HOME]: [200, { hasAccount: false, drivers: [theo], notice: { kind: 'trip', ...trip, title: aTrip().name } }],
	})
	expect(await lineSays()).toBe('To the sea is under way. Back to the trip.')
})

test('a visitor of an instance without a host is told where the link is, and others are not', async () => {
	const visit = (needsHost: boolean) =>
		openScreen(<HomeScreen />, '/home', {
			[HOME]: [200, { hasAccount: false, drivers: [] }],
			'GET /api/instance': [200, anInstance({ needsHost })],
		})
	await visit(true)
	expect((await screen.findByText(NO_HOST)).closest('[role=status]')).not.toBeNull()
	cleanup()

	const { calls } = await visit(false)
	await waitFor(() => expect(calls()).toContain('GET /api/instance'))
	expect(screen.queryByText(NO_HOST)).toBeNull()
})

/** Opens home on a phone, as the member who has just created the instance's first account. */
async function open(answers: Answers = {}, signup: SignupMode = 'open', more: Partial<Home> = {}) {
	openedAt('http://192.168.1.5:7433/home')
	const known = {
		'GET /api/instance': [200, anInstance({ signup })],
		[HOME]: homeWith(FIRST_MINUTE, more),
		[OVERVIEW]: people(1),
	} as const
	return openScreen(<HomeScreen />, '/home', { ...known, ...answers }, { member: me })
}
const receipt = async () => within(await screen.findByRole('region', { name: 'You have the wheel' }))
const steps = async () =>
	(await (await receipt()).findAllByRole('heading', { level: 3 })).map(({ textContent }) =>
		textContent?.replace(/^\d/, ''),
	)
const STEPS = ['Let somebody in', 'Send or print your own link', 'Add the first driver']

test('a new host reads three steps, the first with a code that leads a friend to signing up [spec 12.13]', async () => {
	await open()

	expect(await steps()).toEqual(STEPS)
	expect(await (await receipt()).findByRole('img', { name: 'QR code to sign up' })).toBeTruthy()
	await user.click((await receipt()).getAllByRole('button', { name: 'Copy link' })[0] as HTMLElement)
	expect(await navigator.clipboard.readText()).toBe('http://192.168.1.5:7433/auth?as=new')
	expect((await receipt()).getByRole('link', { name: 'Print a poster' }).getAttribute('href')).toBe(`/poster/${me.id}`)
	expect((await receipt()).getByRole('link', { name: 'Add a driver' }).getAttribute('href')).toBe('/add-driver')
})

test('after a log-out home keeps no space for what only the member was told [spec 15.1]', async () => {
	const server = await open({ 'POST /api/logout': [204] })
	await receipt()
	server.answer(HOME, [200, { hasAccount: false, drivers: [], notice: null }])

	await act(() => server.app.session.signOut())

	await screen.findByText('No drivers found')
	expect(space()).toBeNull()
	expect(homeShape().space).toBe('none')
})

test('the first steps appear all at once, so that none moves another [spec 15.1]', async () => {
	const { promise, resolve: answer } = Promise.withResolvers<FakeAnswer>()
	await open({ [OVERVIEW]: () => promise })
	await receipt()
	expect((await receipt()).queryAllByRole('heading', { level: 3 })).toEqual([])

	await act(async () => answer(people(1)))

	expect(await steps()).toEqual(STEPS)
	expect((await receipt()).getByRole('img', { name: 'QR code to sign up' })).toBeTruthy()
})

test('closing the first steps puts them away for good, and the focus is not lost with them [spec 12.13]', async () => {
	const server = await open({ 'POST /api/home/notices/first-minute/put-away': [204] })
	await receipt()
	server.answer(HOME, homeWith(MONTH))

	await user.click((await receipt()).getByRole('button', { name: 'Close' }))

	expect(screen.queryByRole('region', { name: 'You have the wheel' })).toBeNull()
	expect(document.activeElement?.id).toBe('main')
	expect(await lineSays()).toContain('November')
	expect(space()?.dataset.space).toBe('line')
})

test('each step gets its tick when it is done, and the receipt stays until the host leaves the screen [spec 12.13]', async () => {
	const server = await open({ [OVERVIEW]: people(2) }, 'open', { drivers: [theo] })
	server.answer(HOME, homeWith(null, { drivers: [theo] }))

	await waitFor(async () => expect((await steps())[0]).toBe('Done: Let somebody in'))
	expect(await steps()).toEqual(['Done: Let somebody in', 'Send or print your own link', 'Done: Add the first driver'])
	// A completed step is a single line.
	expect((await receipt()).queryByRole('img')).toBeNull()
	await user.click((await receipt()).getByRole('button', { name: 'Copy link' }))

	expect(await steps()).toEqual(STEPS.map((step) => `Done: ${step}`))
	expect((await receipt()).getByRole('button', { name: 'Copied!' })).toBeTruthy()
})

test('where signing up takes an invitation the first step makes one, once the password is typed', async () => {
	const invitation = {
		...{ id: 1, note: null, uses: 0, maxUses: 1, state: 'open', createdAt: '2026-11-22T20:00:00.000Z' },
		...{ expiresAt: '2026-11-29T20:00:00.000Z', token: 'abcdefghijklmnopqrstuvwxyz012345' },
	}
	const answers = [refusal(403, 'confirm_first', 'Type your password first.'), [201, invitation] as const]
	const MAKE = 'POST /api/host/invitations'
	const server = await open(
		{
			[MAKE]: () => answers.shift() ?? refusal(500, 'test', 'Asked too often'),
			'POST /api/host/confirm': [200, { confirmedUntil: '2026-11-22T20:15:00.000Z' }],
		},
		'invite',
	)

	await user.click(await (await receipt()).findByRole('button', { name: 'Make an invitation' }))
	await fill(user, await screen.findByLabelText('Your password'), 'backseat')
	await user.click(screen.getByRole('button', { name: 'Go on' }))

	const dialog = within(await screen.findByRole('dialog', { name: 'Hand out this invitation' }))
	expect(dialog.getByText('http://192.168.1.5:7433/invite/abcdefghijklmnopqrstuvwxyz012345')).toBeTruthy()
	expect(server.bodiesOf(MAKE)).toEqual([
		{ note: null, uses: 1, days: 7 },
		{ note: null, uses: 1, days: 7 },
	])
})

test('where nobody can sign up the first step says how people come all the same', async () => {
	await open({}, 'closed')

	expect(await (await receipt()).findByText(/send them their claim link/)).toBeTruthy()
	expect((await receipt()).queryByRole('img')).toBeNull()
})

test('at an address that only this computer can open there is nothing for a phone to scan, and the reason [spec 15.46]', async () => {
	openedAt('http://127.0.0.1:7433/home')
	await openHome(FIRST_MINUTE, { 'GET /api/instance': [200, anInstance()], [OVERVIEW]: people(1) })

	expect(await (await receipt()).findByText('Only this computer can open this Backseat')).toBeTruthy()
	expect((await receipt()).queryByRole('img')).toBeNull()
	expect(await (await receipt()).findByText(/a code to sign up stands here/)).toBeTruthy()
	expect((await receipt()).queryByText(/They scan this/)).toBeNull()
	expect((await receipt()).queryByRole('button', { name: 'Show QR code' })).toBeNull()
	expect((await receipt()).queryByRole('link', { name: 'Print a poster' })).toBeNull()
})
