import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ALL_BAD, answersOf, SHOWN_KEYS } from '#contract/impressions.ts'
import { MyVerdictsScreen } from '#ui/features/ratings/my-verdicts-screen.tsx'
import { aGivenRating as verdict } from '#ui/features/ratings/testing/a-given-rating.ts'
import { freshMomentInWords } from '#ui/features/ratings/verdict-receipts.tsx'
import {
	type Answers,
	aDriver,
	aMember,
	type FakeAnswer,
	fakeServer,
	forgetEverything,
} from '#ui/testing/fake-server.ts'
import { openScreen, renderScreen } from '#ui/testing/render-screen.tsx'
import { hasGuestRatings, noteGuestRatings } from './guest-ratings.memory.ts'

afterEach(() => void setSystemTime())

const HOUR_MS = 3_600_000
const LIST = 'GET /api/ratings?limit=21&placeholders=without'
const me = aMember()
const old = { createdAt: new Date(Date.now() - 25 * HOUR_MS).toISOString() }

const open = (answers: Answers, member: typeof me | null = me) =>
	openScreen(<MyVerdictsScreen />, '/verdicts', answers, { member })
const verdicts = () => screen.findAllByRole('listitem')
const press = (name: string, within_: HTMLElement = document.body) =>
	fireEvent.click(within(within_).getByRole('button', { name }))
const MORE = 'More about your verdict on Uncle Bob'
async function more(verdict?: HTMLElement) {
	press(MORE, verdict)
	return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}
async function chooseFromMore(name: string, verdict?: HTMLElement) {
	await more(verdict)
	fireEvent.click(screen.getByRole('menuitem', { name }))
}

test('each verdict says on whom, how many stars, and safety, ride and vibe in this order [spec 10.22]', async () => {
	await open({ [LIST]: [200, [verdict(2), verdict(1, old)]] })

	const [newest] = await verdicts()
	const first = within(newest as HTMLElement)

	expect(await verdicts()).toHaveLength(2)
	expect(first.getByRole('link', { name: 'Uncle Bob' }).getAttribute('href')).toBe('/profile/7')
	expect(first.getByRole('img', { name: '3 stars out of 5' })).toBeTruthy()
	const said = answersOf({ ...ALL_BAD, safetyFeeling: 'safe' })
	expect(first.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(said.map(({ question }) => question))
	expect(first.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
		said.map(({ answer }) => answer),
	)
	expect(document.title).toBe('My verdicts · Backseat')
})

test('what is older than a day can no longer be changed or taken back', async () => {
	await open({ [LIST]: [200, [verdict(2), verdict(1, old)]] })
	const [fresh, stands] = await verdicts()

	expect(within(fresh as HTMLElement).getAllByRole('button', { name: MORE })).toHaveLength(1)
	expect(within(stands as HTMLElement).queryAllByRole('button')).toEqual([])
})

test.each([2, -2])(
	'on a phone that is %p days off, what can be changed is said by the clock of the server [B29]',
	async (days) => {
		const server = fakeServer({ [LIST]: [200, [verdict(2), verdict(1, old)]] })
		server.answerHeaders(LIST, { Date: new Date().toUTCString() })
		setSystemTime(Date.now() + days * 24 * HOUR_MS)
		await renderScreen(<MyVerdictsScreen />, '/verdicts')
		const [fresh, stands] = await verdicts()

		expect(within(fresh as HTMLElement).getByText(/^(Today|Yesterday), /)).toBeTruthy()
		expect(within(fresh as HTMLElement).getAllByRole('button', { name: MORE })).toHaveLength(1)
		expect(within(stands as HTMLElement).queryAllByRole('button')).toEqual([])
	},
)

test('of a sealed one its rater reads that it is, and can change it for as long as it sleeps [spec 13.21]', async () => {
	await open({ [LIST]: [200, [verdict(2, { ...old, sealed: true }), verdict(1, old)]] })
	const [sealed, known] = (await verdicts()).map((item) => within(item))

	expect(sealed?.getByText('sealed until the evening post')).toBeTruthy()
	expect(sealed?.getAllByRole('button', { name: MORE })).toHaveLength(1)
	expect(known?.queryByText('sealed until the evening post')).toBeNull()
})

test('of one that was given on a trip its rater reads with what it is opened [spec 14.5]', async () => {
	await open({ [LIST]: [200, [verdict(2, { ...old, sealed: true, onTrip: true })]] })
	const [sealed] = (await verdicts()).map((item) => within(item))

	expect(sealed?.getByText('sealed until the trip is opened')).toBeTruthy()
	expect(sealed?.getAllByRole('button', { name: MORE })).toHaveLength(1)
})

test('one that a draw left out says so, and can only be taken back [T79]', async () => {
	await open({ [LIST]: [200, [verdict(2, { ...old, sealed: true, onTrip: true, notDrawn: true })]] })
	const [left] = (await verdicts()).map((item) => within(item))

	expect(left?.getByText('This driver had too many guest verdicts this hour, and a draw left yours out.')).toBeTruthy()
	expect(left?.queryByText('sealed until the trip is opened')).toBeNull()
	expect(await more()).toEqual(['Take it back'])
})

test('twenty come at a time, and the next ones when asked for [spec 10.22]', async () => {
	const many = Array.from({ length: 21 }, (_, i) => verdict(41 - i, old))
	await open({
		[LIST]: [200, many],
		'GET /api/ratings?limit=21&before=22&placeholders=without': [200, [verdict(21, old)]],
	})
	expect(await verdicts()).toHaveLength(20)

	press('Show more')

	await waitFor(async () => expect(await verdicts()).toHaveLength(21))
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('when the last of them was taken back elsewhere, the list starts over', async () => {
	const many = Array.from({ length: 21 }, (_, i) => verdict(41 - i, old))
	const server = await open({
		[LIST]: [200, many],
		'GET /api/ratings?limit=21&before=22&placeholders=without': [
			400,
			{ message: 'x', code: 'unknown_before', requestId: 'x' },
		],
	})
	await verdicts()
	server.answer(LIST, [200, many.slice(0, 19)])

	press('Show more')

	await waitFor(async () => expect(await verdicts()).toHaveLength(19))
})

test('a verdict is changed in the form, filled in with what it was [spec 10.22]', async () => {
	const server = await open({ [LIST]: [200, [verdict(2)]], 'PUT /api/ratings/2': [200, verdict(2, { starRating: 5 })] })
	await verdicts()
	await chooseFromMore('Change it')
	const dialog = await screen.findByRole('dialog', { name: 'Your verdict on Uncle Bob' })
	const chosen = within(dialog)
		.getAllByRole<HTMLInputElement>('radio')
		.flatMap(({ checked, value }) => (checked ? [value] : []))
	const said = { ...ALL_BAD, safetyFeeling: 'safe' }
	expect(chosen).toEqual(['3', ...SHOWN_KEYS.map((key) => said[key])])
	server.answer(LIST, [200, [verdict(2, { starRating: 5, vibeQuality: 'good' })]])

	fireEvent.click(within(dialog).getByRole('radio', { name: '5 stars' }))
	fireEvent.click(within(dialog).getByRole('radio', { name: 'good vibes' }))
	press('Save Changes', dialog)

	expect(await screen.findByText('Verdict changed')).toBeTruthy()
	expect(server.bodiesOf('PUT /api/ratings/2')).toEqual([
		{ starRating: 5, ...ALL_BAD, safetyFeeling: 'safe', vibeQuality: 'good' },
	])
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(await screen.findByRole('img', { name: '5 stars out of 5' })).toBeTruthy()
})

test('a verdict is taken back after one question, and nothing happens without it [spec 10.22]', async () => {
	const server = await open({ [LIST]: [200, [verdict(2)]], 'DELETE /api/ratings/2': [204] })
	await verdicts()
	await chooseFromMore('Take it back')
	const asked = await screen.findByRole('alertdialog', { name: 'Take it back?' })
	press('Cancel', asked)
	await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Take it back?' })).toBeNull())
	expect(server.calls()).not.toContain('DELETE /api/ratings/2')
	server.answer(LIST, [200, []])

	await chooseFromMore('Take it back')
	press('Take it back', await screen.findByRole('alertdialog', { name: 'Take it back?' }))

	expect(await screen.findByText('Taken back')).toBeTruthy()
	expect(await screen.findByText('No verdicts yet')).toBeTruthy()
	expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My verdicts' }))
})

test('after one of several is taken back the focus is at the one in its place', async () => {
	const server = await open({
		[LIST]: [200, [verdict(3), verdict(2), verdict(1, old)]],
		'DELETE /api/ratings/2': [204],
	})
	const [, second] = await verdicts()
	server.answer(LIST, [200, [verdict(3), verdict(1, old)]])

	await chooseFromMore('Take it back', second)
	press('Take it back', await screen.findByRole('alertdialog', { name: 'Take it back?' }))

	expect(await screen.findByText('Taken back')).toBeTruthy()
	await waitFor(() =>
		expect(document.activeElement).toBe(screen.getAllByRole('link', { name: 'Uncle Bob' })[1] ?? null),
	)
})

test.each<[string, FakeAnswer, string]>([
	[
		'too late',
		[403, { message: 'A verdict can be changed for 24 hours.', code: 'too_late', requestId: 'x' }],
		'Too late',
	],
	['gone, from another tab', [404, { message: 'Rating not found', code: 'not_found', requestId: 'x' }], 'Already gone'],
])('a verdict that is %s: it is said, and the list is asked for again', async (_why, refused, title) => {
	const server = await open({ [LIST]: [200, [verdict(2)]], 'DELETE /api/ratings/2': refused })
	await verdicts()
	const asked = server.calls().filter((call) => call === LIST).length

	await chooseFromMore('Take it back')
	press('Take it back', await screen.findByRole('alertdialog', { name: 'Take it back?' }))

	expect(await screen.findByText(title)).toBeTruthy()
	await waitFor(() => expect(server.calls().filter((call) => call === LIST).length).toBe(asked + 1))
	await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Take it back?' })).toBeNull())
	if (title === 'Too late') expect(screen.queryByRole('button', { name: MORE })).toBeNull()
})

test('without a network nothing changes, and what was chosen stays', async () => {
	await open({
		[LIST]: [200, [verdict(2)]],
		'PUT /api/ratings/2': () => Promise.reject(new TypeError('Failed to fetch')),
	})
	await verdicts()
	await chooseFromMore('Change it')
	const dialog = await screen.findByRole('dialog')
	fireEvent.click(within(dialog).getByRole('radio', { name: '1 star' }))

	press('Save Changes', dialog)

	expect(await screen.findByText('Nothing has changed. Please try again.')).toBeTruthy()
	expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: '1 star' }).checked).toBe(true)
})

test('a rater who has said nothing reads so, and a visitor that an account may have', async () => {
	await open({ [LIST]: [200, []] })
	expect(await screen.findByText('No verdicts yet')).toBeTruthy()
	expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
	forgetEverything()

	noteGuestRatings(true)
	await open({ [LIST]: [200, []] }, null)
	expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/auth')
	// Home offers the way here no longer.
	expect(hasGuestRatings()).toBe(false)
})

test('whose session has ended is not told that there are none', async () => {
	localStorage.setItem('currentUser', JSON.stringify({ id: me.id, username: 'jonas', display_name: null, avatarId: 5 }))
	const { app, ...server } = await open(
		{ [`GET /api/users/${me.id}`]: [200, { ...verdict(1).driver, isGhost: false, claimedById: null }] },
		null,
	)

	fireEvent.click(await screen.findByRole('button', { name: 'Show my verdicts' }))

	expect(app.session.logInAgain.isSet()).toBe(true)
	expect(server.calls()).not.toContain(LIST)
})

test('a list that does not come can be asked for again', async () => {
	const server = await open({ [LIST]: [500, 'oops'] })
	const again = await screen.findByRole('button', { name: 'Try again' })
	server.answer(LIST, [200, [verdict(2)]])

	await act(async () => fireEvent.click(again))

	expect(await verdicts()).toHaveLength(1)
})

test('the time of day is said while it is fresh, later the day', () => {
	const now = new Date(2026, 10, 22, 10)
	const said = (...at: [number, number, number, number]) => freshMomentInWords(new Date(...at).toISOString(), now)

	expect(said(2026, 10, 22, 9)).toMatch(/^Today, 9:00/)
	expect(said(2026, 10, 21, 23)).toMatch(/^Yesterday, 11:00/)
	expect(said(2026, 10, 20, 12)).toBe('Nov 20, 2026')
})

const SEEN = `POST /api/users/${me.id}/mark-replies-seen`
const amy = { id: 8, username: 'amy', display_name: null, avatarId: 1 }
const news = [
	verdict(3, { reply: 'rain', isReplyNew: true }),
	verdict(2, { reply: 'thanks', isReplyNew: true, driver: amy }),
	verdict(1, { reply: 'fair' }),
]
/** Nobody else in these tests looks at the page. */
const lookAt = (isLookedAt: boolean) => {
	Object.defineProperty(document, 'hidden', { configurable: true, get: () => !isLookedAt })
	document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => lookAt(false))
const answersOnScreen = () => [...document.querySelectorAll('p.reply')].map(({ textContent }) => textContent?.trim())

test('a rater reads how many drivers answered and which answers are new; these stay marked, and are seen once looked at [spec 13.10]', async () => {
	const member = aMember({ newReplies: 2 })
	const { answer, bodiesOf, app } = await open({ [LIST]: [200, news], [SEEN]: [200, { success: true }] }, member)
	const shown = [
		'New Uncle Bob answered: It was raining',
		'New amy answered: Thank you!',
		'Uncle Bob answered: Fair enough',
	]
	expect((await screen.findByText('2 drivers answered')).closest('[role=status]')).toBeTruthy()
	expect(answersOnScreen()).toEqual(shown)
	press('Show the first')
	expect(document.activeElement).toBe(screen.getAllByRole('link', { name: 'Uncle Bob' })[0] ?? null)
	// A tab in the background.
	expect(bodiesOf(SEEN)).toHaveLength(0)

	answer('GET /api/user', [200, me])
	answer(LIST, [200, news.map((one) => ({ ...one, isReplyNew: false }))])
	await act(async () => lookAt(true))
	await waitFor(() => expect(app.session.viewer()).toMatchObject({ user: { newReplies: 0 } }))
	await act(() => app.queryClient.invalidateQueries({ queryKey: ['ratings', 'given'] }))

	expect(bodiesOf(SEEN)).toHaveLength(1)
	expect(answersOnScreen()).toEqual(shown)
	expect(screen.getByText('2 drivers answered')).toBeTruthy()
})

test('an answer further down the list is not taken for seen before its rater has come to it [spec 13.10]', async () => {
	lookAt(true)
	const many = Array.from({ length: 21 }, (_, i) =>
		verdict(41 - i, i === 0 ? { reply: 'rain', isReplyNew: true } : old),
	)
	const { calls } = await open(
		{
			[LIST]: [200, many],
			'GET /api/ratings?limit=21&before=22&placeholders=without': [
				200,
				[verdict(21, { ...old, reply: 'again', isReplyNew: true })],
			],
			[SEEN]: [200, { success: true }],
		},
		aMember({ newReplies: 2 }),
	)
	expect(await screen.findByText('1 new answer is further down')).toBeTruthy()
	expect(calls()).not.toContain(SEEN)

	press('Show more')

	await waitFor(() => expect(calls()).toContain(SEEN))
	expect(screen.queryByText('1 new answer is further down')).toBeNull()
})

test('a guest reads what drivers answered, and nothing is noted of that [spec 13.9]', async () => {
	lookAt(true)
	const { calls } = await open({ [LIST]: [200, [verdict(1, { reply: 'fair' })]] }, null)
	await verdicts()

	expect(answersOnScreen()).toEqual(['Uncle Bob answered: Fair enough'])
	expect(calls().filter((call) => call.includes('replies'))).toEqual([])
})

test('an address that names a verdict leads to it, also on a later page of the list [spec 15.10]', async () => {
	const ids = Array.from({ length: 25 }, (_, n) => 100 - n)
	const list = ids.map((id) => verdict(id, { driver: aDriver({ id, display_name: `Driver ${id}` }) }))
	await openScreen(
		<MyVerdictsScreen />,
		'/verdicts#verdict-78',
		{
			[LIST]: [200, list.slice(0, 21)],
			'GET /api/ratings?limit=21&before=81&placeholders=without': [200, list.slice(20)],
		},
		{ member: me },
	)

	await waitFor(() => expect(document.activeElement?.textContent).toBe('Driver 78'))
})

const broughtOne = (id: number, name: string) =>
	verdict(id, {
		driverId: 1,
		driver: { id: 1, username: name, display_name: name, avatarId: 3 },
		createdAt: '2025-03-01T12:00:00.000Z',
		broughtAt: new Date().toISOString(),
	})

test('what came from another instance stands below under its own heading, with its day and nothing to press', async () => {
	await open({ [LIST]: [200, [verdict(2), broughtOne(9, '<b>Elke</b>')]] })

	const section = within(await screen.findByRole('region', { name: 'From before' }))
	const [slip] = section.getAllByRole('listitem')
	expect(slip?.textContent).toContain('<b>Elke</b>')
	expect(slip?.textContent).toContain('Mar 1, 2025, from before')
	expect(section.getByRole('img', { name: '3 stars out of 5' })).toBeTruthy()
	expect([...section.queryAllByRole('link'), ...section.queryAllByRole('button')]).toEqual([])
	expect(screen.getAllByRole('button', { name: MORE })).toHaveLength(1)
})

test('the glovebox’s row leads to it alone, however many verdicts stand above it, and on to all of them', async () => {
	const page = 'GET /api/ratings?limit=21&only=brought'
	const first = Array.from({ length: 21 }, (_, nth) => broughtOne(100 - nth, 'Elke'))
	await openScreen(
		<MyVerdictsScreen />,
		'/verdicts#from-before',
		{
			[page]: [200, first],
			'GET /api/ratings?limit=21&before=81&only=brought': [200, [broughtOne(80, 'Theo')]],
			[LIST]: [200, [verdict(200)]],
		},
		{ member: me },
	)

	const heading = await screen.findByRole('heading', { name: 'From before' })
	await waitFor(() => expect(document.activeElement).toBe(heading))
	expect(await verdicts()).toHaveLength(20)
	press('Show more')
	await screen.findByText('Theo')
	expect(screen.getByRole('link', { name: 'All my verdicts' }).getAttribute('href')).toBe('/verdicts')
	expect(screen.queryByRole('link', { name: 'Uncle Bob' })).toBeNull()
})
