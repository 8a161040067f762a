import { afterEach, expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ALL_GOOD, IMPRESSION_KEYS } from '#contract/impressions.ts'
import type { DriverRating } from '#contract/ratings.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { deadNetwork } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { EarlierRatings, useRatingsOfDriver } from './earlier-ratings.tsx'

// West of Greenwich, where a day of UTC begins on the evening before.
const usualTimeZone = process.env.TZ
afterEach(() => {
	if (usualTimeZone === undefined) Reflect.deleteProperty(process.env, 'TZ')
	else process.env.TZ = usualTimeZone
})

const user = userEvent.setup()
const LIST = 'GET /api/ratings/driver/9'

/** `count` ratings, newest first, one each day before this one; ids say their place: 1000 is the newest. */
function ratings(count: number, newest = '2026-11-21', from = 1000): DriverRating[] {
	return Array.from({ length: count }, (_, place) => ({
		id: from - place,
		...ALL_GOOD,
		safetyFeeling: place % 2 ? 'unsafe' : 'safe',
		vibeQuality: 'off',
		starRating: 1 + (place % 5),
		createdAt: new Date(Date.parse(newest) - place * 86_400_000).toISOString().slice(0, 10),
		reply: null,
	}))
}

function Screen() {
	const { earlier, more } = useRatingsOfDriver(9)
	return <EarlierRatings ratings={earlier} driverName="Uncle Bob" more={more} />
}

async function openWith(all: DriverRating[]) {
	const server = await openScreen(<Screen />, '/profile/9', {
		[`${LIST}?limit=22`]: [200, all.slice(0, 22)],
		[`${LIST}?limit=21&before=980`]: [200, all.slice(21, 42)],
		[`${LIST}?limit=21&before=960`]: [200, all.slice(41, 62)],
	})
	return server
}

const lines = () => screen.queryAllByRole('listitem')
const showMore = () => user.click(screen.getByRole('button', { name: 'Show more' }))

test('below the latest rating are the earlier ones, by month: stars, three words in their order, and the day [spec 10.14]', async () => {
	await openWith(ratings(23, '2026-11-03'))

	expect(screen.getByRole('heading', { level: 2, name: 'Earlier ratings' })).toBeTruthy()
	expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
		'November 2026',
		'October 2026',
	])
	const november = within(screen.getByRole('region', { name: 'November 2026' }))
	const [first] = november.getAllByRole('listitem')
	if (!first) throw new Error('There is no rating')
	expect(within(first).getByRole('img', { name: '2 stars out of 5' })).toBeTruthy()
	const words = [...first.querySelectorAll('.rating-words > span')].map(({ textContent }) => textContent?.trim())
	expect(words).toHaveLength(IMPRESSION_KEYS.length)
	expect(words.slice(0, 3)).toEqual(['Unsafe', 'Smooth', 'Off vibes'])
	expect(first.querySelector('time')?.textContent).toBe('Nov 2')
	expect(november.getAllByRole('listitem')).toHaveLength(2)
	expect(lines()).toHaveLength(20)
})

test('the day is the one of the server also where it was another day [spec 10.14]', async () => {
	process.env.TZ = 'America/Los_Angeles'
	expect(new Date('2026-11-01T00:00:00Z').getDate()).toBe(31)
	await openWith(ratings(2, '2026-11-02'))

	expect(screen.getByRole('region', { name: 'November 2026' }).querySelector('time')?.textContent).toBe('Nov 1')
})

test("'Show more' adds 20 at a time; the focus goes to the first new one, and how many there are is said [spec 10.14]", async () => {
	const server = await openWith(ratings(46))
	expect(lines()).toHaveLength(20)

	await showMore()
	await waitFor(() => expect(lines()).toHaveLength(40))
	expect(document.activeElement).toBe(lines()[20] ?? null)
	expect(screen.getByRole('status').textContent).toBe('20 more ratings are shown')

	await showMore()
	await waitFor(() => expect(lines()).toHaveLength(45))
	expect(document.activeElement).toBe(lines()[40] ?? null)
	expect(screen.getByRole('status').textContent).toBe('5 more ratings are shown')
	expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
	expect(server.calls()).toEqual([`${LIST}?limit=22`, `${LIST}?limit=21&before=980`, `${LIST}?limit=21&before=960`])
})

test('when all are shown already there is nothing to press', async () => {
	await openWith(ratings(21))

	expect(lines()).toHaveLength(20)
	expect(screen.queryByRole('button')).toBeNull()
})

test('while more are on the way the button says so; if they do not arrive what is there stays, and can be tried again', async () => {
	const server = await openWith(ratings(30))
	const slowly = Promise.withResolvers<void>()
	server.answer(`${LIST}?limit=21&before=980`, () => slowly.promise.then(deadNetwork))

	await showMore()
	expect(await screen.findByRole('button', { name: /^Rewinding/ })).toBeTruthy()
	slowly.resolve()

	expect(await screen.findByText('The earlier ones are stuck in traffic')).toBeTruthy()
	expect(lines()).toHaveLength(20)
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }))
	server.answer(`${LIST}?limit=21&before=980`, [200, ratings(9, '2026-10-31', 979)])
	await user.click(screen.getByRole('button', { name: 'Try again' }))

	await waitFor(() => expect(lines()).toHaveLength(29))
	expect(document.activeElement).toBe(lines()[20] ?? null)
	expect(screen.queryByText('The earlier ones are stuck in traffic')).toBeNull()
})

test('when the rating after which to go on was taken back, the list starts over and then goes on', async () => {
	const all = ratings(46)
	const server = await openWith(all)
	const left = all.filter(({ id }) => id !== 980)
	server.answer(`${LIST}?limit=22`, [200, left.slice(0, 22)])
	server.answer(`${LIST}?limit=21&before=980`, [
		400,
		{ message: 'That rating is not in this list any more', code: 'unknown_before', requestId: 'test' },
	])
	server.answer(`${LIST}?limit=21&before=979`, [200, left.slice(21, 42)])

	await showMore()

	await waitFor(() => expect(lines()).toHaveLength(40))
	expect(screen.getByRole('status').textContent).toBe('21 more ratings are shown')
	expect(document.activeElement).toBe(lines()[19] ?? null)
})

test('a refresh that begins while more are on the way takes nothing from who asked for them [spec 10.14]', async () => {
	const server = await openWith(ratings(46))
	const slowly = Promise.withResolvers<void>()
	server.answer(`${LIST}?limit=21&before=980`, () => slowly.promise.then(deadNetwork))
	await showMore()
	await screen.findByRole('button', { name: /^Rewinding/ })
	server.answer(`${LIST}?limit=21&before=980`, [200, ratings(21, '2026-10-31', 979)])

	await act(() => server.app.queryClient.invalidateQueries({ queryKey: ratingKeys.ofDriver(9) }))
	slowly.resolve()

	await waitFor(() => expect(lines()).toHaveLength(40))
	expect(screen.getByRole('status').textContent).toBe('20 more ratings are shown')
	expect(document.activeElement).toBe(lines()[20] ?? null)
})
