import { expect, spyOn, test } from 'bun:test'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ALL_BAD, ALL_GOOD } from '#contract/impressions.ts'
import { type Answers, aMember, deadNetwork, fakeServer, someFigures } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const user = userEvent.setup()
const GHOST = 12
const REVEAL = `GET /api/ghost-drivers/${GHOST}/reveal`
const SEEN = `POST /api/ghost-drivers/${GHOST}/reveal/seen`
const RATINGS_SEEN = 'POST /api/users/4711/mark-ratings-seen'

const ratings = [5, 4, 3, 5, 4].map((starRating, nth) => ({
	id: 20 - nth,
	...(nth === 2 ? ALL_BAD : ALL_GOOD),
	starRating,
	createdAt: '2026-11-21',
	reply: null,
}))

/** Opens the member's own profile just after a claim that brought this many ratings. */
async function afterClaim(count: number, answers: Answers = {}, isWaiting = true) {
	const member = aMember(isWaiting ? { toReveal: GHOST } : {})
	const server = fakeServer({
		'GET /api/user': [200, member],
		'GET /api/users/4711': [200, member],
		'GET /api/ratings/received?limit=22': [200, ratings.slice(0, count).map((one) => ({ ...one, report: null }))],
		'GET /api/drivers/4711/stats': [200, someFigures({ totalRides: count, averageStar: 4.25, kind: 'party_bus' })],
		[REVEAL]: [200, { ratings: ratings.slice(0, count), total: count }],
		[SEEN]: [204],
		[RATINGS_SEEN]: [200, { success: true }],
		...answers,
	})
	const app = openedApp(member)
	// The profile's loader does the same.
	await app.queryClient.fetchQuery(app.session.query)
	const askAgain = () => act(() => app.queryClient.invalidateQueries({ queryKey: app.session.query.queryKey }))
	return { ...server, ...(await renderScreen(<ProfileScreen userId={4711} />, '/profile/4711', { app })), askAgain }
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const slips = () => screen.queryAllByRole('listitem').map((slip) => slip.textContent)
const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const theEnd = () => screen.findByRole('heading', { level: 1, name: 'That makes you… The Party Bus' })
const theProfile = () => screen.findByText('Recent Ratings')

test('after a claim each tap tears one rating off, is read out, and the kind ends it [spec 13.12]', async () => {
	const server = await afterClaim(3)

	const heading = await screen.findByRole('heading', { level: 1, name: '3 ratings are in here' })
	await waitFor(() => expect(document.activeElement).toBe(heading))
	expect(slips()).toEqual([])
	expect(server.calls()).not.toContain(SEEN)
	const button = await screen.findByRole('button', { name: 'Break the seal' })
	button.focus()
	await user.keyboard('{Enter}')
	expect(status()).toContain('5 stars. Safe, Smooth, Good vibes. 1 of 3. Average 5.0.')
	await user.keyboard('{Enter}{Enter}')
	expect(status()).toContain('3 stars. Unsafe, Bumpy, Off vibes. 3 of 3. Average 4.0.')
	expect(slips()).toHaveLength(3)
	expect(slips()[2]).toBe('Nov 21UnsafeBumpyOff vibes')
	expect(document.activeElement).toBe(button)
	// The envelope covers the profile, so the ratings do not count as seen.
	expect(server.calls()).not.toContain(RATINGS_SEEN)

	await press('So what does that make me?')

	await waitFor(async () => expect(document.activeElement).toBe(await theEnd()))
	// The final mean equals the profile's.
	expect(screen.getByText('Average: 4.3')).toBeTruthy()
	expect(screen.getByText('Nobody wants to arrive.')).toBeTruthy()
	await press('That is me')
	expect(await theProfile()).toBeTruthy()
	await waitFor(() => expect(server.calls()).toContain(RATINGS_SEEN))
	expect(server.bodiesOf(SEEN)).toHaveLength(1)
})

test('the envelope and the slips themselves are torn, too, by hand and by keyboard [spec 15.36]', async () => {
	await afterClaim(3)
	await press('Open the envelope')
	await user.keyboard('{Enter}')
	expect(slips()).toHaveLength(2)

	await user.click(screen.getByRole('button', { name: /^5 stars out of 5/ }))
	expect(slips()).toHaveLength(3)
	await press('See what kind of driver you are')

	await theEnd()
	expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['That is me'])
})

test('one rating is one rating; of many five are torn off, and the others are counted [spec 13.12]', async () => {
	await afterClaim(1)
	await press('Break the seal')
	expect(screen.getByRole('heading', { level: 1, name: '1 rating is in here' })).toBeTruthy()
	expect(screen.getByRole('button', { name: 'So what does that make me?' })).toBeTruthy()
	cleanup()

	await afterClaim(5, { [REVEAL]: [200, { ratings, total: 12 }] })
	await press('Break the seal')
	for (const next of ['next', 'next', 'next', 'last']) await press(`Tear off the ${next} one`)
	expect(status()).toContain('4 stars. Safe, Smooth, Good vibes. 5 of 5. Average 4.2. And 7 more.')
	await press('So what does that make me?')
	expect(slips().at(-1)).toBe('and 7 more')
})

test.each([
	['Show all', () => press('Show all')],
	['Escape', () => user.keyboard('{Escape}')],
	['reduced motion', () => undefined],
])('%s shows the end at once, and that counts as seen [spec 13.12] [spec 13.13]', async (how, skip) => {
	if (how === 'reduced motion')
		spyOn(window, 'matchMedia').mockImplementation(
			(query) => ({ matches: query === '(prefers-reduced-motion: reduce)' }) as MediaQueryList,
		)
	const server = await afterClaim(3)
	if (how !== 'reduced motion') await screen.findByRole('button', { name: 'Break the seal' })
	await skip()

	await waitFor(async () => expect(document.activeElement).toBe(await theEnd()))
	expect(slips()).toHaveLength(3)
	await waitFor(() => expect(server.bodiesOf(SEEN)).toHaveLength(1))
	// After the end there is nothing to skip.
	await user.keyboard('{Escape}')
	expect(await theEnd()).toBeTruthy()
})

test('a reveal goes on where it began, although it is over for every other tab; one that has not begun makes way [spec 13.13]', async () => {
	const begun = await afterClaim(3)
	await press('Break the seal')
	begun.answer('GET /api/user', [200, aMember()])
	begun.answer(REVEAL, [404])
	await begun.askAgain()
	await press('Tear off the next one')
	expect(slips()).toHaveLength(2)
	cleanup()

	const waiting = await afterClaim(3)
	await screen.findByRole('button', { name: 'Break the seal' })
	waiting.answer('GET /api/user', [200, aMember()])
	await waiting.askAgain()
	expect(await theProfile()).toBeTruthy()
})

test('a mark that did not get through is sent with the next act, and holds nobody up [spec 13.13]', async () => {
	const warned = spyOn(console, 'warn').mockImplementation(() => undefined)
	const server = await afterClaim(3, { [SEEN]: deadNetwork })
	await press('Break the seal')
	await waitFor(() => expect(warned).toHaveBeenCalled())
	expect(slips()).toHaveLength(1)

	server.answer(SEEN, [204])
	await press('Tear off the next one')

	await waitFor(() => expect(server.bodiesOf(SEEN)).toHaveLength(2))
	await press('Tear off the last one')
	expect(server.bodiesOf(SEEN)).toHaveLength(2)
})

test('while the envelope is on its way there is a way past it, and it waits above the profile', async () => {
	const server = await afterClaim(3, { [REVEAL]: () => new Promise(() => undefined) })
	expect(await screen.findByRole('heading', { level: 1, name: 'Your ratings are in here' })).toBeTruthy()
	await press('To my profile')

	expect(await theProfile()).toBeTruthy()
	expect(screen.getByText('An envelope came in for you')).toBeTruthy()
	expect(server.calls()).not.toContain(SEEN)
})

test.each([
	['without network the profile is there, and the envelope on top of it', deadNetwork, true],
	['an envelope that was opened elsewhere is gone', [404] as const, false],
])('%s', async (_, answer, isOffered) => {
	const server = await afterClaim(3, { [REVEAL]: answer })

	expect(await theProfile()).toBeTruthy()
	const offer = screen.queryByRole('button', { name: 'Open the envelope' })
	expect(offer !== null).toBe(isOffered)
	if (!offer) return
	server.answer(REVEAL, [200, { ratings: ratings.slice(0, 3), total: 3 }])
	await user.click(offer)
	expect(await screen.findByRole('button', { name: 'Break the seal' })).toBeTruthy()
})

test('a claim in another tab takes nothing away from an open profile; its envelope is offered', async () => {
	const server = await afterClaim(3, {}, false)
	await press('Edit username')
	server.answer('GET /api/user', [200, aMember({ toReveal: GHOST })])
	await server.askAgain()
	expect(screen.getByLabelText('Username')).toBeTruthy()
	await user.keyboard('{Escape}')

	await press('Open the envelope')

	expect(await screen.findByRole('button', { name: 'Break the seal' })).toBeTruthy()
	expect(screen.queryByText('Recent Ratings')).toBeNull()
})
