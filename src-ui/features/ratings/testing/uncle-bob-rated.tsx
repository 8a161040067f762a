import { fireEvent, screen } from '@testing-library/react'
import type { VisibleUser } from '#contract/accounts.ts'
import { ALL_BAD, answersOf, type Impressions } from '#contract/impressions.ts'
import { RatingScreen } from '#ui/features/ratings/rate/rating-screen.tsx'
import { type Answers, aMember, type FakeAnswer } from '#ui/testing/fake-server.ts'
import { openScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'

export const bob: VisibleUser = {
	id: 7,
	username: 'ghost-uncle-bob-x7k2q9',
	display_name: 'Uncle Bob',
	avatarId: 2,
	isGhost: true,
	claimedById: null,
}
export const me = aMember()
export const verdict = { id: 31, ...ALL_BAD, starRating: 2 } as const
export const saved = {
	...verdict,
	raterId: 1,
	rater_id: 1,
	driverId: 7,
	driver_id: 7,
	createdAt: new Date().toISOString(),
}

/** The answers of a server where Uncle Bob is rated; his claim link is shown to nobody. */
export const unshared = (said: object = {}) => ({
	'GET /api/users/7': [200, bob] as FakeAnswer,
	'POST /api/ratings': [201, { ...saved, ...said }] as FakeAnswer,
	'GET /api/ratings/31': [200, { ...verdict, ...said }] as FakeAnswer,
	'DELETE /api/hidden-drivers': [200, { success: true }] as FakeAnswer,
	'GET /api/user': [200, me] as FakeAnswer,
})

/** A rater of Uncle Bob sees the token of his claim link from then on. */
export const rated = (said: object = {}) => {
	let hasRated = false
	return {
		...unshared(said),
		'GET /api/users/7': (): FakeAnswer => [200, { ...bob, ...(hasRated && { ghostClaimToken: 'a-claim-token' }) }],
		'POST /api/ratings': (): FakeAnswer => {
			hasRated = true
			return [201, { ...saved, ...said }]
		},
	}
}

type RatingOptions = ScreenOptions & { id?: number }

export const openRating = (answers: Answers = rated(), { id = 7, ...options }: RatingOptions = {}) =>
	openScreen(<RatingScreen driverId={id} />, `/rating/${id}`, answers, options)

export const headingText = () => screen.getByRole('heading', { level: 1 }).textContent ?? ''

export const choose = (...names: string[]) => {
	for (const name of names) fireEvent.click(screen.getByRole('radio', { name }))
}

/** Chooses stars, and in all else what says so. */
export const chooseAll = (stars: string, impressions: Impressions = ALL_BAD) =>
	choose(stars, ...answersOf(impressions).map(({ answer }) => answer))

/** Opens the form, chooses and sends. */
export async function spill(answers?: Answers, options?: RatingOptions, stars = '2 stars') {
	const opened = await openRating(answers, options)
	await screen.findByText('Safety')
	chooseAll(stars)
	fireEvent.click(screen.getByRole('button', { name: 'Spill the tea' }))
	return opened
}

/** The celebration of two stars for Uncle Bob. */
export async function rate(answers?: Answers, options?: RatingOptions) {
	const opened = await spill(answers, options)
	await screen.findByText('Thanks for rating.')
	return opened
}
