import { expect, test } from 'bun:test'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SignupMode } from '#contract/instance.ts'
import { newHost, noteNewHost } from '#ui/features/host/new-host.memory.ts'
import { keptTrips, noteTrip } from '#ui/features/trips/trips.memory.ts'
import { aTrip } from '#ui/testing/a-trip.ts'
import { anOverview } from '#ui/testing/an-overview.ts'
import { type Answers, aMember, anInstance, refusal } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openedAt } from '#ui/testing/page-address.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { HomeTop } from './home-top.tsx'

const user = userEvent.setup()
const me = aMember({ isHost: true })
const HOME = 'GET /api/home'
const OVERVIEW = 'GET /api/host'
const NOBODY = 'Nobody is host yet. If you set this up, open the link from where it was started.'

const people = (all: number) => [200, anOverview({ people: { all, thisWeek: all } })] as const
const drivers = (count: number) =>
	[
		200,
		{
			hasAccount: true,
			drivers: Array.from({ length: count }, (_, place) => ({
				...{ id: 50 + place, username: `driver${place}`, display_name: null, avatarId: 1, isGhost: false },
				...{ claimedById: null, averageStar: 4, totalRides: 1 },
			})),
		},
	] as const

/** Opens home on a phone, as the member who has just created the instance's first account. */
async function open(answers: Answers = {}, signup: SignupMode = 'open', isNew = true) {
	openedAt('http://192.168.1.5:7433/home')
	if (isNew) noteNewHost(me.id)
	const known = {
		'GET /api/instance': [200, anInstance({ signup })],
		[HOME]: drivers(0),
		[OVERVIEW]: people(1),
	} as const
	return openScreen(<HomeTop />, '/home', { ...known, ...answers }, { member: me })
}
const receipt = async () => within(await screen.findByRole('region', { name: 'You have the wheel' }))
const steps = async () =>
	(await receipt()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.replace(/^\d/, ''))
const STEPS = ['Let somebody in', 'Send or print your own link', 'Add the first driver']

test('a visitor of an instance without a host is told where the link is, and others are not', async () => {
	const { calls } = await openScreen(<HomeTop />, '/home', {
		'GET /api/instance': [200, anInstance({ needsHost: true })],
	})

	expect((await screen.findByRole('status')).textContent).toBe(NOBODY)
	expect(calls()).toEqual(['GET /api/instance'])
})

test('where there is a host a visitor reads nothing of it', async () => {
	const { calls } = await openScreen(<HomeTop />, '/home', { 'GET /api/instance': [200, anInstance()] })

	await waitFor(() => expect(calls()).toEqual(['GET /api/instance']))
	expect(screen.queryByText(NOBODY)).toBeNull()
})

test('a new host reads three steps, the first with a code that leads a friend to signing up [spec 12.13]', async () => {
	await open()

	expect(await steps()).toEqual(STEPS)
	expect(await (await receipt()).findByRole('img', { name: 'QR code to sign up' })).toBeTruthy()
	await user.click((await receipt()).getAllByRole('button', { name: 'Copy link' })[0] as HTMLElement)
	expect(await navigator.clipboard.readText()).toBe('http://192.168.1.5:7433/auth?as=new')
	expect((await receipt()).getByRole('link', { name: 'Print a poster' }).getAttribute('href')).toBe(`/poster/${me.id}`)
	expect((await receipt()).getByRole('link', { name: 'Add a driver' }).getAttribute('href')).toBe('/add-driver')
})

test('only who made the first account here reads it; another member on that phone does not', async () => {
	noteNewHost(me.id + 1)
	const { calls } = await open({}, 'open', false)

	expect(screen.queryByRole('region')).toBeNull()
	expect(calls()).not.toContain(OVERVIEW)
})

test('a reload keeps it, closing it does not, and the focus is not lost with it [spec 12.13]', async () => {
	await open()
	await receipt()
	cleanup()
	await open({}, 'open', false)

	await user.click((await receipt()).getByRole('button', { name: 'Close' }))

	expect(screen.queryByRole('region', { name: 'You have the wheel' })).toBeNull()
	cleanup()
	await open({}, 'open', false)
	expect(screen.queryByRole('region', { name: 'You have the wheel' })).toBeNull()
})

test('each step gets its tick when it is done; once all are done it is gone for good [spec 12.13]', async () => {
	await open({ [OVERVIEW]: people(2), [HOME]: drivers(1) })

	await waitFor(async () => expect((await steps())[0]).toBe('Done: Let somebody in'))
	expect(await steps()).toEqual(['Done: Let somebody in', 'Send or print your own link', 'Done: Add the first driver'])
	// A completed step is a single line.
	expect((await receipt()).queryByRole('img')).toBeNull()
	expect(newHost()).toBe(me.id)
	await user.click((await receipt()).getByRole('button', { name: 'Copy link' }))

	expect(await steps()).toEqual(STEPS.map((step) => `Done: ${step}`))
	// The finished steps stay visible until the next visit.
	expect((await receipt()).getByRole('button', { name: 'Copied!' })).toBeTruthy()
	expect(newHost()).toBeNull()
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

test('at an address that only this computer can open there is no code for a phone, and the reason', async () => {
	noteNewHost(me.id)
	openedAt('http://127.0.0.1:7433/home')
	await openScreen(
		<HomeTop />,
		'/home',
		{ 'GET /api/instance': [200, anInstance()], [HOME]: drivers(0), [OVERVIEW]: people(1) },
		{ member: me },
	)

	expect(await (await receipt()).findByText('Only this computer can open this link')).toBeTruthy()
	expect((await receipt()).queryByRole('img')).toBeNull()
	expect(await (await receipt()).findByText(/a code to sign up stands here/)).toBeTruthy()
	expect((await receipt()).queryByText(/They scan this/)).toBeNull()
})

test('the trips of this browser that are not open yet are one tap away, without asking anybody; logging out forgets them', async () => {
	noteTrip('a-token-of-a-trip', 1, aTrip({ isIn: true }))
	noteTrip('a-token-of-another', 1, aTrip({ name: 'Homewards', state: 'rating', isMaker: true }))
	noteTrip('a-token-of-an-old-one', 1, aTrip({ name: 'Long ago', isIn: true }))
	noteTrip('a-token-of-an-old-one', 1, aTrip({ name: 'Long ago', state: 'open' }))
	const { calls, app } = await openScreen(<HomeTop />, '/home', {}, { member: me })

	const rows = await screen.findAllByRole('link')
	expect(rows.map(({ textContent }) => textContent)).toEqual([
		'Homewards: rate the drivers',
		'To the sea: 3 in the car',
	])
	expect(rows[1]?.getAttribute('href')).toBe('/trip/a-token-of-a-trip')
	expect(calls().filter((call) => call.includes('trips'))).toEqual([])

	await act(() => app.session.signOut().catch(() => undefined))
	expect(keptTrips()).toEqual([])
})

test('a trip stays in this browser for as long as its receipt is there, and five at most', () => {
	const day = 86_400_000
	for (let n = 0; n < 6; n++) noteTrip(`a-token-number-${n}`, 1, aTrip({ isIn: true }))
	expect(keptTrips().map(({ token }) => token)).toEqual([5, 4, 3, 2, 1].map((n) => `a-token-number-${n}`))
	expect(keptTrips(Date.now() + 89 * day)).toHaveLength(5)
	expect(keptTrips(Date.now() + 91 * day)).toEqual([])
	// A visitor who only viewed a trip does not store it.
	noteTrip('a-token-of-a-stranger', 1, aTrip())
	expect(keptTrips()).toHaveLength(5)
})
