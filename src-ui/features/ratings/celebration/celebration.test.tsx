import { expect, mock, test } from 'bun:test'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { kindOf, type StarCounts } from '#contract/driver-kinds.ts'
import {
	ALL_BAD,
	ALL_GOOD,
	answersOf,
	COUNT_KEYS,
	forEachOf,
	IMPRESSION_KEYS,
	IMPRESSIONS,
	type Impressions,
} from '#contract/impressions.ts'
import type { Instance } from '#contract/instance.ts'
import { JOKES } from '#contract/my-receipt.ts'
import type { DriverRating } from '#contract/ratings.ts'
import { type DriverStats, NEWEST_RIDES } from '#contract/stats.ts'
import { inLanguage } from '#contract/text.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import {
	bob,
	headingText,
	me,
	openRating,
	rate,
	rated,
	saved,
	unshared,
	verdict,
} from '#ui/features/ratings/testing/uncle-bob-rated.tsx'
import { kindWithout } from '#ui/features/stats/kind-news.tsx'
import { anInstance, type FakeAnswer, fakeServer, problem, someFigures } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { allMessages, keptMessageFor, messageFor, poolFor } from './phrases.ts'

const { POSITIVE, BAD_VIBE, TENSE, GOOD_VIBE, DEFAULT } = JOKES

const link = (name: string) => screen.queryByRole('link', { name })
const press = (name: string, of: HTMLElement = document.body) =>
	fireEvent.click(within(of).getByRole('button', { name }))
/** The offers behind '…'. */
async function more() {
	press('More about your verdict on Uncle Bob')
	return screen.findAllByRole('menuitem')
}
async function chooseFromMore(name: string) {
	await more()
	await userEvent.click(screen.getByRole('menuitem', { name }))
}
const offersIn = (place: string) =>
	[...document.querySelectorAll(`${place} :is(a, button)`)].map(
		(offer) => offer.getAttribute('aria-label') ?? offer.textContent?.trim(),
	)

test('the pools are as big as the spec says, and no two messages are the same [spec 9.10]', () => {
	expect([POSITIVE, BAD_VIBE, TENSE, GOOD_VIBE].map((pool) => pool.length)).toEqual([19, 26, 22, 18])
	const said = [...allMessages(), ...DEFAULT].map((message) => message.toLowerCase())
	expect(new Set(said).size).toBe(19 + 26 + 22 + 18 + 1)
	for (const message of said) expect(message.trim()).not.toBe('')
})

test('a rating finds its pool in the order of the spec [spec 9.10]', () => {
	const rideQuality = 'bumpy'
	const safetyFeeling = 'unsafe'
	expect(poolFor({ rideQuality, safetyFeeling: 'safe', vibeQuality: 'off' })).toBe(POSITIVE)
	expect(poolFor({ rideQuality: 'smooth', safetyFeeling, vibeQuality: 'off' })).toBe(POSITIVE)
	expect(poolFor({ rideQuality, safetyFeeling, vibeQuality: 'off' })).toBe(BAD_VIBE)
	expect(poolFor({ rideQuality, safetyFeeling, vibeQuality: 'good' })).toBe(TENSE)
})

test('before the rating is known every pool is drawn from, with luck at either end', () => {
	expect(poolFor(undefined)).toEqual(allMessages())
	expect(messageFor(null, 0)).toBe(POSITIVE[0])
	expect(messageFor(null, 0.999999)).toBe('They handed over the aux. Trust like that is rare.')
	expect(messageFor({ rideQuality: 'bumpy', safetyFeeling: 'unsafe', vibeQuality: 'off' }, 0)).toBe(BAD_VIBE[0])
})

test('the joke of a rating stays the same joke when its rater switches the language', () => {
	const german = {
		locale: 'de',
		isRightToLeft: false,
		translations: { 'pool:jokes-bad-vibe': BAD_VIBE.map((_, place) => `Witz ${place}`) },
	}
	const kept = { luck: 0, joke: { pool: 'BAD_VIBE', place: 3 } }

	expect(keptMessageFor(ALL_BAD, kept)).toBe(BAD_VIBE[3])
	expect(inLanguage(german, () => keptMessageFor(ALL_BAD, kept))).toBe('Witz 3')
	expect(keptMessageFor(ALL_BAD, { luck: 0, joke: { pool: 'BAD_VIBE', place: 99 } })).toBe(BAD_VIBE[0])
})

test('the receipt says what the rater said, with a message that suits it', async () => {
	await rate()

	await waitFor(() => expect(BAD_VIBE as readonly string[]).toContain(headingText()))
	expect(screen.getByRole('img', { name: '2 stars out of 5' })).toBeTruthy()
	expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(
		answersOf(ALL_BAD).map(({ answer }) => answer),
	)
	expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
	expect((await screen.findByRole('link', { name: 'Share the Verdict' })).getAttribute('href')).toBe('/share-ghost/7')
	expect(link('View Driver Profile')?.getAttribute('href')).toBe('/profile/7')
	expect(link('Back to Home')?.getAttribute('href')).toBe('/home')
})

test('without the saved rating there is still a message, and no complaint [spec 8.22]', async () => {
	const warned = mock(() => {})
	const { warn } = console
	console.warn = warned
	await rate({ ...rated(), 'GET /api/ratings/31': problem(500, 'Something went wrong') })
	await waitFor(() => expect(warned).toHaveBeenCalled())
	console.warn = warn
	expect(headingText().length).toBeGreaterThan(0)
	expect(screen.queryByRole('alert')).toBeNull()
})

test('one rating keeps one joke, however often its page is opened [spec 10.24]', async () => {
	const { state } = await rate()
	await waitFor(() => expect(BAD_VIBE as readonly string[]).toContain(headingText()))
	const joke = headingText()

	for (const _again of [1, 2, 3]) {
		const left = state()
		cleanup()
		await openRating(rated(), { state: left })
		expect(await screen.findByText('Thanks for rating.')).toBeTruthy()
		expect(headingText()).toBe(joke)
	}
})

test('what was just said is changed on the spot [spec 10.23]', async () => {
	const edited = { ...saved, starRating: 5, vibeQuality: 'good' }
	const server = await rate({ ...rated(), 'PUT /api/ratings/31': [200, edited] })
	await chooseFromMore('Change it')
	const dialog = await screen.findByRole('dialog')
	server.answer('GET /api/ratings/31', [200, { ...verdict, starRating: 5, vibeQuality: 'good' }])
	for (const name of ['5 stars', 'good vibes']) fireEvent.click(within(dialog).getByRole('radio', { name }))
	press('Save Changes', dialog)

	expect(await screen.findByRole('img', { name: '5 stars out of 5' })).toBeTruthy()
	expect(screen.getAllByRole('definition').map((value) => value.textContent)).toContain('good vibes')
	// It suits what is said now.
	await waitFor(() => expect(TENSE as readonly string[]).toContain(headingText()))
})

test('what was just said is taken back: the form is empty again, also when its rater goes back [spec 10.23]', async () => {
	const recentRating = { ...verdict, createdAt: saved.createdAt, sealed: false }
	const server = await rate({ ...rated(), 'DELETE /api/ratings/31': [204] })
	const celebration = server.state()
	// The answer was on its way when the rating was taken back.
	server.answer('GET /api/users/7', [200, { ...bob, recentRating }])
	await chooseFromMore('Take it back')
	press('Take it back', await screen.findByRole('alertdialog', { name: 'Take it back?' }))

	expect(await screen.findByText('Taken back')).toBeTruthy()
	expect(await screen.findByRole('button', { name: 'Spill the tea' })).toBeTruthy()
	expect(server.calls()).toContain('DELETE /api/ratings/31')
	expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false)
	cleanup()
	await openRating(rated(), { state: celebration })
	expect(await screen.findByRole('button', { name: 'Spill the tea' })).toBeTruthy()
})

test('under the receipt are the profile, for guests the prompt to save, and the rest behind ‘…’; then comes the bar [spec 10.23] [spec 15.5]', async () => {
	const rest = ['Change it', 'Take it back', "Uncle Bob's card", 'My verdicts']
	await rate()
	await screen.findByRole('link', { name: 'Share the Verdict' })
	const shown = ['View Driver Profile', 'Save Your Rating', 'More about your verdict on Uncle Bob']
	expect(offersIn('main')).toEqual([...shown, 'Share the Verdict', 'Back to Home'])
	expect(offersIn('.page-action')).toEqual(['Share the Verdict', 'Back to Home'])
	expect((await more()).map(({ textContent }) => textContent)).toEqual(rest)
	cleanup()
	sessionStorage.clear()

	// A member has nothing to save.
	const { place } = await rate(rated(), { member: me })
	expect(screen.queryByRole('button', { name: 'Save Your Rating' })).toBeNull()
	await chooseFromMore('My verdicts')
	await waitFor(() => expect(place()).toBe('/verdicts'))
})

const withAccount = { 'GET /api/users/7': [200, { ...bob, isGhost: false }] } as const

test('neither a driver with an account has a verdict to share, nor a member whom the link is not shown', async () => {
	await rate({ ...rated(), ...withAccount })
	expect(link('Share the Verdict')).toBeNull()
	expect(offersIn('.page-action')).toEqual(['Send my receipt', 'Back to Home'])
	cleanup()
	sessionStorage.clear()

	await rate(unshared(), { member: me })
	await waitFor(() => expect(link('Share the Verdict')).toBeNull())
})

test.each<[Instance['signup'], boolean, object]>([
	['open', true, { ghostClaimToken: 'a-claim-token' }],
	['invite', false, {}],
	['closed', false, {}],
])(
	'where sign-up is %s, that a guest is offered the link is %p from the first moment',
	async (signup, isOffered, seen) => {
		const asked = Promise.withResolvers<FakeAnswer>()
		let looks = 0
		const instance = [200, anInstance({ signup })] as const
		fakeServer({ 'GET /api/instance': instance })
		const app = openedApp()
		await app.queryClient.prefetchQuery(instanceQuery)
		const look = () => (looks++ === 0 ? ([200, bob] as const) : asked.promise)
		await rate({ ...unshared(), 'GET /api/users/7': look, 'GET /api/instance': instance }, { app })
		expect(link('Share the Verdict') !== null).toBe(isOffered)

		await act(async () => asked.resolve([200, { ...bob, ...seen }]))

		expect(link('Share the Verdict') !== null).toBe(isOffered)
		expect(screen.getByRole('button', { name: 'Save Your Rating' })).toBeTruthy()
	},
)

test("the celebration sends the driver's card, and nothing of the rating just given, which would tell who gave it [spec 11.5]", async () => {
	const share = mock(async (_: ShareData) => undefined)
	Object.assign(navigator, { share })
	await rate()

	await chooseFromMore("Uncle Bob's card")

	const sheet = within(await screen.findByRole('dialog', { name: "Uncle Bob's card" }))
	fireEvent.click(sheet.getByRole('button', { name: "Uncle Bob's card" }))
	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	expect(share.mock.calls[0]?.[0]).toMatchObject({
		title: 'Uncle Bob on Backseat',
		url: 'http://backseat.test/infographic/7',
	})
})

const SEND = 'POST /api/sent'
const receipt = { ...withAccount, [SEND]: [201, { id: 'a-page', path: '/r/a-page' }] } as const

test('one sentence says that my receipt tells who, and nothing is made before it is wanted [spec 12.6]', async () => {
	const server = await rate({ ...rated(), ...receipt })

	const button = await screen.findByRole('button', { name: 'Send my receipt' })
	const about = document.getElementById(button.getAttribute('aria-describedby') ?? '')
	expect(about?.textContent).toBe('This shows that it was you.')
	expect(server.calls()).not.toContain(SEND)
})

test('my receipt has the joke of the celebration, and goes to the share sheet as a page of its own [spec 12.6] [spec 12.7]', async () => {
	const share = mock(async (_: ShareData) => undefined)
	Object.assign(navigator, { share })
	const server = await rate({ ...rated(), ...receipt })
	await waitFor(() => expect(BAD_VIBE as readonly string[]).toContain(headingText()))

	press('Send my receipt')

	await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
	const { title, url } = share.mock.calls[0]?.[0] ?? {}
	expect([title, url]).toEqual(['My receipt for Uncle Bob', 'http://backseat.test/r/a-page'])
	const place = (BAD_VIBE as readonly string[]).indexOf(headingText())
	expect(server.bodiesOf(SEND)).toEqual([{ kind: 'receipt', ratingId: 31, pool: 'BAD_VIBE', place }])
})

test('a sealed rating is not said to be out: no receipt of it is offered, and analytics hear nothing [spec 13.15] [spec 13.16] [spec 15.6]', async () => {
	const server = await rate(rated({ sealed: true }))

	expect(screen.getByText('sealed until the evening post')).toBeTruthy()
	expect(screen.getByText('Sealed')).toBeTruthy()
	expect(
		screen.getByText('Your rating waits in its envelope for the evening post. Until then nobody knows but you.'),
	).toBeTruthy()
	expect(screen.getByText(/^It opens /)).toBeTruthy()
	expect(offersIn('.page-action')).toEqual(['Back to Home', 'My verdicts'])
	expect(screen.queryByText(/officially logged/)).toBeNull()
	expect(screen.queryByRole('button', { name: 'Send my receipt' })).toBeNull()
	expect((await more()).map(({ textContent }) => textContent)).toEqual([
		'Change it',
		'Take it back',
		"Uncle Bob's card",
	])
	expect(server.calls().filter((call) => call.includes('/stats') || call.includes('/ratings/driver'))).toEqual([])
})

const figuresOf = (kind: DriverStats['kind'], stars: StarCounts) => {
	const totalRides = stars.reduce((sum, count) => sum + count, 0)
	return someFigures({ totalRides, kind, stars, bumpyRides: totalRides, safeRides: 2, offVibes: totalRides })
}
const withDriver = (figures: DriverStats, ratings: readonly object[]) => ({
	...rated(),
	'GET /api/drivers/7/stats': [200, figures] as FakeAnswer,
	'GET /api/ratings/driver/7?limit=12': [200, ratings] as FakeAnswer,
})
const seen = (id: number, starRating: number) => ({ id, ...ALL_BAD, starRating, createdAt: '2026-11-23', reply: null })

test('that this rating has changed the kind of its driver is said, and stamped [spec 13.11]', async () => {
	await rate(withDriver(figuresOf('podcast', [0, 1, 0, 2, 0]), [seen(31, 2), seen(30, 4), seen(29, 4)]))

	const news = await screen.findByText('Uncle Bob is now')
	expect(news.closest('[role=status]')?.textContent).toBe(
		'Uncle Bob is now The Long PodcastThe road is fine. The talk about the road is long.',
	)
})

test('the second ride of a driver announces no kind, which nearly every ride would change [spec 15.5]', async () => {
	const server = await rate(withDriver(figuresOf('podcast', [0, 1, 0, 1, 0]), [seen(31, 2), seen(30, 4)]))
	await waitFor(() => expect(server.calls()).toContain('GET /api/ratings/driver/7?limit=12'))
	await act(async () => Bun.sleep(20))
	expect(screen.queryByText('Uncle Bob is now')).toBeNull()
})

test('where it has changed nothing, or the figures do not come, nothing is said [spec 13.11]', async () => {
	const server = await rate(withDriver(figuresOf('podcast', [0, 1, 0, 3, 0]), [seen(31, 2), seen(30, 4), seen(29, 4)]))
	await waitFor(() => expect(server.calls()).toContain('GET /api/ratings/driver/7?limit=12'))
	await act(async () => Bun.sleep(20))
	expect(screen.queryByText('Uncle Bob is now')).toBeNull()
	cleanup()
	sessionStorage.clear()

	await rate({
		...withDriver(figuresOf('podcast', [0, 1, 0, 2, 0]), []),
		'GET /api/drivers/7/stats': problem(500, 'No'),
	})
	await act(async () => Bun.sleep(20))
	expect(screen.queryByText('Uncle Bob is now')).toBeNull()
})

test('without a rating its driver is of the kind that the others make, also when newer ones have come [spec 13.11]', () => {
	const said: Impressions[] = [
		ALL_GOOD,
		ALL_BAD,
		{ ...ALL_GOOD, rideQuality: 'bumpy' },
		{ ...ALL_BAD, safetyFeeling: 'safe' },
		{ ...ALL_BAD, vibeQuality: 'good' },
	]
	/** As the server reckons them; newest first. */
	const figures = (ratings: readonly DriverRating[]) => {
		const counted = forEachOf(COUNT_KEYS, () => 0)
		for (const key of IMPRESSION_KEYS) {
			const { values, counts } = IMPRESSIONS[key]
			for (const rating of ratings) counted[counts[rating[key] === values[0] ? 0 : 1]] += 1
		}
		return {
			...counted,
			stars: [1, 2, 3, 4, 5].map(
				(stars) => ratings.filter(({ starRating }) => starRating === stars).length,
			) as StarCounts,
			newestFive: ratings.slice(0, 5).reduce((sum, { starRating }) => sum + starRating, 0),
		}
	}
	const one = fc.record({ said: fc.constantFrom(...said), starRating: fc.integer({ min: 1, max: 5 }) })
	fc.assert(
		fc.property(fc.array(one, { minLength: 1, maxLength: 40 }), fc.nat({ max: 3 }), (given, newer) => {
			const ratings = given.map(({ said, starRating }, nth) => ({ ...seen(nth + 1, starRating), ...said, reply: null }))
			const rating = ratings[Math.min(newer, ratings.length - 1)]
			const now = figures(ratings)
			const stats = someFigures({ ...now, totalRides: ratings.length, kind: kindOf(now) })
			const others = kindOf(figures(ratings.filter((one) => one !== rating)))
			if (rating) expect(kindWithout(rating, stats, ratings.slice(0, NEWEST_RIDES))).toBe(others)
		}),
	)
})
