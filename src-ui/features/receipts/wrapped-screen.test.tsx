import { afterEach, expect, jest, test } from 'bun:test'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { AWARD_KEYS, type Award, type Wrapped } from '#contract/receipts.ts'
import { type Answers, aDriver, aMember } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { WrappedScreen } from './wrapped-screen.tsx'

const me = aMember()
const elke = aDriver()
const awards: Award[] = AWARD_KEYS.map((key) => ({ key, drivers: [elke], ghosts: [], figure: 4 }))
const wrapped = (special: Partial<Wrapped> = {}): Wrapped => ({
	year: 2026,
	group: { rides: 1240, people: 31, bestMonth: '2026-09' },
	awards,
	own: {
		driving: { rides: 28, averageStar: 4.79, smooth: 96, safe: 100, goodVibes: 89, kind: 'flying_carpet' },
		judging: { verdicts: 112, averageStar: 3.9, favouriteStar: 4, kinderBy: 0.6, kind: 'kinder' },
	},
	...special,
})
const open = async (answer = wrapped(), at = '/wrapped', answers: Answers = {}) => {
	const opened = await openScreen(
		<WrappedScreen />,
		at,
		{ 'GET /api/wrapped': [200, answer], ...answers },
		{ member: me },
	)
	await waitFor(() => expect(cards().length).toBeGreaterThan(0))
	return opened
}
const cards = () => [...document.querySelectorAll<HTMLElement>('main section')]
/** The current card, the only one that is not inert. */
const here = () => {
	const shown = cards().filter((card) => !card.inert)
	expect(shown).toHaveLength(1)
	return shown[0] as HTMLElement
}
const labels = () => cards().map((card) => card.getAttribute('aria-label'))
const label = () => here().getAttribute('aria-label')
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const button = (name: string) => screen.getByRole('button', { name })

const motion = { matchMedia: globalThis.matchMedia }
const preferNoMotion = () =>
	Object.assign(globalThis, {
		matchMedia: (query: string) => Object.assign(new EventTarget(), { matches: query.includes('reduce') }),
	})
afterEach(() => void Object.assign(globalThis, motion))

test('a whole year is nine cards, from the group to what can be sent [spec 14.21]', async () => {
	await open()

	expect(labels()).toEqual([
		'2026',
		'All of you',
		'The month with most rides',
		'Driver of the Year',
		'Awards of the year',
		'More awards of the year',
		'Your own driving',
		'How you judged, for you alone',
		'The end of the road',
	])
	const [, group, month, best, , , driving, judging] = cards().map(({ textContent }) => textContent)
	expect(group).toContain('1,240')
	expect(group).toContain('31 people at the wheel')
	expect(month).toContain('September')
	expect(best).toContain('Grandma Elke')
	expect(driving).toContain('The Flying Carpet')
	expect(judging).toContain('For you alone. Nobody else sees this card.')
	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your year in the back seat, 2026')
})

test.each([
	[
		'nobody was rated three times, and nothing is known of oneself',
		wrapped({ awards: [], own: { driving: null, judging: null } }),
		['2026', 'All of you', 'The month with most rides', 'Your own pages', 'The end of the road'],
	],
	[
		'one rated only the demo driver',
		wrapped({ group: null, awards: [], own: { ...wrapped().own, driving: null } }),
		['2026', 'How you judged', 'The end of the road'],
	],
])('what there is not to tell is left out: %s [spec 14.21]', async (_, answer, expected) => {
	await open(answer)

	expect(labels()).toEqual(expected)
})

test('a year without anything has one kind screen', async () => {
	await openScreen(
		<WrappedScreen />,
		'/wrapped',
		{ 'GET /api/wrapped': [200, wrapped({ group: null, awards: [], own: { driving: null, judging: null } })] },
		{ member: me },
	)

	expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('2026 was parked')
	expect(screen.getByRole('link', { name: 'Rate a ride' })).toBeTruthy()
})

const SENT: Answers = { 'POST /api/sent': [201, { id: 'a-page', path: '/r/a-page' }] }

test('who was not driven by sends the receipt of the best month', async () => {
	const shared: ShareData[] = []
	Object.assign(navigator, { share: async (what: ShareData) => void shared.push(what) })
	const { bodiesOf } = await open(wrapped({ own: { driving: null, judging: null } }), '/wrapped', SENT)
	press('End')
	await waitFor(() => expect(label()).toBe('The end of the road'))

	fireEvent.click(await screen.findByRole('button', { name: 'Send the receipt of September' }))

	await waitFor(() => expect(shared[0]?.url).toBe('http://backseat.test/r/a-page'))
	expect(bodiesOf('POST /api/sent')).toEqual([{ kind: 'month', month: '2026-09' }])
})

test('who does not drive has the stamp of their judging, and sends it as a page with a picture if they want [spec 15.22]', async () => {
	const shared: ShareData[] = []
	Object.assign(navigator, { share: async (what: ShareData) => void shared.push(what) })
	const { bodiesOf } = await open(wrapped({ own: { ...wrapped().own, driving: null } }), '/wrapped', SENT)
	expect(screen.getByRole('region', { name: 'How you judged', hidden: true }).textContent).toContain(
		'The Soft Suspension',
	)
	expect(screen.getByText('Nobody else sees this, unless you send it.')).toBeTruthy()
	press('End')
	await waitFor(() => expect(label()).toBe('The end of the road'))

	fireEvent.click(button('Send my year'))

	await waitFor(() => expect(shared[0]?.text).toBe('My year 2026 in the back seat: The Soft Suspension.'))
	expect(bodiesOf('POST /api/sent')).toEqual([{ kind: 'year', year: 2026 }])
})

test('the year of the address is asked for, and its page; one to come is a dead end', async () => {
	Object.assign(navigator, { share: async () => undefined })
	const { bodiesOf } = await open(wrapped({ year: 2025 }), '/wrapped?year=2025', {
		...SENT,
		'GET /api/wrapped?year=2025': [200, wrapped({ year: 2025 })],
	})
	press('End')
	await waitFor(() => expect(label()).toBe('The end of the road'))
	fireEvent.click(button('Send my year'))
	await waitFor(() => expect(bodiesOf('POST /api/sent')).toEqual([{ kind: 'year', year: 2025 }]))

	cleanup()
	await openScreen(<WrappedScreen />, '/wrapped?year=2099', {}, { member: me })
	expect(await screen.findByText('That year is still down the road')).toBeTruthy()
})

test('keys turn the cards, to both ends and not beyond; the address keeps the place [spec 14.21]', async () => {
	const { place } = await open(wrapped(), '/wrapped?year=2026', { 'GET /api/wrapped?year=2026': [200, wrapped()] })
	press('ArrowLeft')
	expect(label()).toBe('2026')
	press('ArrowRight')
	await waitFor(() => expect(label()).toBe('All of you'))
	expect(place()).toBe('/wrapped?year=2026#card-2')
	press('End')
	await waitFor(() => expect(label()).toBe('The end of the road'))
	press('ArrowRight')
	expect(label()).toBe('The end of the road')
	press('Home')
	await waitFor(() => expect(label()).toBe('2026'))
	fireEvent.keyDown(document.body, { key: 'ArrowRight', altKey: true })
	expect(label()).toBe('2026')

	press('Escape')

	await waitFor(() => expect(place()).toBe('/home'))
})

test('a card in the address is opened, and one that is not there is the nearest', async () => {
	await open(wrapped(), '/wrapped#card-4')
	expect(label()).toBe('Driver of the Year')
	expect(screen.getByRole('status').textContent).toBe('')
})

test('buttons turn them, keep the focus at the ends, and each card is announced once', async () => {
	await open(wrapped(), '/wrapped#card-8')
	const next = button('Next card')
	act(() => next.focus())

	fireEvent.click(next)

	await waitFor(() => expect(screen.getByRole('status').textContent).toBe('9 of 9: The end of the road'))
	expect(next.getAttribute('aria-disabled')).toBe('true')
	expect(document.activeElement).toBe(next)
	fireEvent.click(button('Previous card'))
	await waitFor(() => expect(screen.getByRole('status').textContent).toBe('8 of 9: How you judged, for you alone'))
})

test('close leads home', async () => {
	const { place } = await open()

	fireEvent.click(button('Close'))

	await waitFor(() => expect(place()).toBe('/home'))
})

test('a visitor is led to the log-in and back to the year', async () => {
	await openScreen(<WrappedScreen />, '/wrapped?year=2025', {})

	const logIn = await screen.findByRole('link', { name: 'Log in' })
	expect(logIn.getAttribute('href')).toBe('/auth?next=%2Fwrapped%3Fyear%3D2025')
})

type Touch = { x?: number; y?: number }
const finger = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'touch', width: 20, height: 20, pressure: 0.5 }
const surface = () => {
	const found = document.querySelector<HTMLElement>('.story-cards')
	if (!found) throw new Error('No story')
	found.getBoundingClientRect = () => new DOMRect(0, 0, 300, 600)
	return found
}
const down = ({ x = 250, y = 300 }: Touch = {}, special = {}) =>
	fireEvent.pointerDown(surface(), { ...finger, clientX: x, clientY: y, ...special })
const up = ({ x = 250, y = 300 }: Touch = {}, special = {}) =>
	fireEvent.pointerUp(surface(), { ...finger, clientX: x, clientY: y, ...special })
const tap = (touch: Touch = {}, special = {}) => {
	down(touch, special)
	up(touch, special)
}

test('a tap on the left third goes back, elsewhere on; a swipe goes where it goes; a scroll nowhere', async () => {
	await open()
	tap({ x: 150 })
	await waitFor(() => expect(label()).toBe('All of you'))
	tap({ x: 50 })
	await waitFor(() => expect(label()).toBe('2026'))
	down({ x: 250 })
	up({ x: 150 })
	await waitFor(() => expect(label()).toBe('All of you'))
	down({ x: 100 })
	up({ x: 200 })
	await waitFor(() => expect(label()).toBe('2026'))
	down({ y: 500 })
	up({ y: 200 })
	expect(label()).toBe('2026')
	fireEvent.pointerDown(cards()[2]?.querySelector('a') ?? document.body, { ...finger, clientX: 250, clientY: 300 })
	up()
	expect(label()).toBe('2026')
})

test('where people read from right to left, keys, taps and swipes turn the cards the other way', async () => {
	document.dir = 'rtl'
	try {
		await open()
		press('ArrowLeft')
		await waitFor(() => expect(label()).toBe('All of you'))
		press('ArrowRight')
		await waitFor(() => expect(label()).toBe('2026'))
		tap({ x: 50 })
		await waitFor(() => expect(label()).toBe('All of you'))
		tap({ x: 250 })
		await waitFor(() => expect(label()).toBe('2026'))
		down({ x: 150 })
		up({ x: 250 })
		await waitFor(() => expect(label()).toBe('All of you'))
	} finally {
		document.dir = ''
	}
})

/** Advances the clock and runs the work that this starts. */
const pass = (ms: number) =>
	act(async () => {
		jest.advanceTimersByTime(ms)
		await Promise.resolve()
	})
/** Waits for a navigation, which takes several turns. */
async function settled(expected: string) {
	for (let turn = 0; turn < 20 && label() !== expected; turn++) await pass(0)
	expect(label()).toBe(expected)
}

/** Taps the first card, which starts automatic advance. The second card then shows for six seconds. */
async function setOff() {
	await open()
	jest.useFakeTimers()
	tap()
	await settled('All of you')
}
afterEach(() => void jest.useRealTimers())

test('set off by a finger they run by themselves, each for its time, until the last one [spec 14.21]', async () => {
	await setOff()

	await pass(5900)
	expect(label()).toBe('All of you')
	await pass(100)
	await settled('The month with most rides')
	for (const next of [
		'Driver of the Year',
		'Awards of the year',
		'More awards of the year',
		'Your own driving',
		'How you judged, for you alone',
		'The end of the road',
	]) {
		await pass(11_000)
		await settled(next)
	}
	await pass(60_000)
	expect(label()).toBe('The end of the road')
	expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
})

test.each<[string, () => void, () => void]>([
	['a held card', () => down(), () => fireEvent.pointerCancel(surface(), finger)],
	[
		'the mouse over a button',
		() => fireEvent.pointerOver(button('Next card'), { pointerType: 'mouse' }),
		() => fireEvent.pointerOut(button('Next card'), { pointerType: 'mouse' }),
	],
	['a page that is not seen', () => seen('hidden'), () => seen('visible')],
	['the pause button', () => fireEvent.click(button('Pause'), byMouse), () => fireEvent.click(button('Play'), byMouse)],
])('%s waits, and goes on for as long as it had left', async (_, wait, goOn) => {
	await setOff()
	await pass(4000)
	act(wait)
	await pass(60_000)
	expect(label()).toBe('All of you')

	act(goOn)
	await pass(1900)
	expect(label()).toBe('All of you')
	await pass(100)
	await settled('The month with most rides')
	seen(null)
})
const byMouse = { detail: 1 }

function seen(state: DocumentVisibilityState | null) {
	if (state) Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
	else Reflect.deleteProperty(document, 'visibilityState')
	document.dispatchEvent(new Event('visibilitychange'))
}

test('who turns them by keyboard or screen reader is left in peace', async () => {
	await setOff()
	press('ArrowRight')
	await settled('The month with most rides')
	expect(button('Play')).toBeTruthy()
	await pass(60_000)
	expect(label()).toBe('The month with most rides')
	fireEvent.click(button('Play'))
	// Simulates a click without a pointer.
	fireEvent.click(button('Next card'), { detail: 0 })
	await settled('Driver of the Year')
	await pass(60_000)
	expect(label()).toBe('Driver of the Year')
})

test('they are not set off by a tap of a screen reader, nor where motion is not wanted', async () => {
	await open()
	jest.useFakeTimers()
	tap({}, { width: 0, height: 0, pressure: 0 })
	await settled('All of you')
	await pass(60_000)
	expect(label()).toBe('All of you')
	jest.useRealTimers()

	cleanup()
	preferNoMotion()
	await open()
	expect(screen.queryByRole('button', { name: 'Play' })).toBeNull()
})
