import type * as ratings from '#contract/ratings.ts'
import { NO_DRIVER, type WordsOf } from './words.ts'

const START_OVER = 'There is no `before` in this list, or no longer (`unknown_before`): begin at its start.'

export const ratingsWords: WordsOf<typeof ratings> = {
	listOwnRatings: {
		tag: 'Ratings',
		summary: 'The ratings I gave',
		description: 'Newest first. A guest’s are found by the cookie that came with the first one.',
		answers: { 200: 'Mine; none for strangers.', 400: START_OVER },
	},
	rateDriver: {
		tag: 'Ratings',
		summary: 'Rate a ride',
		description:
			'Guests may, and get a cookie by which they keep what they said. A placeholder has the default values, whatever is sent.',
		answers: {
			200: 'The rating that this key, or this first rating, made before.',
			201: 'The rating.',
			401: '`raterId` speaks for a member, but nobody is logged in.',
			403: 'It speaks for somebody else, or is about myself.',
			404: NO_DRIVER,
			409: 'The Idempotency-Key was used for another rating.',
		},
		headers: {
			'Idempotency-Key': 'Made up by the client, new for each rating: the same call sent again then changes nothing.',
		},
	},
	getRating: {
		tag: 'Ratings',
		summary: 'One rating',
		answers: { 200: 'For whoever gave or got it.', 404: 'To everybody else it does not exist.' },
		params: { id: 'The rating.' },
	},
	listRatingsOfDriver: {
		tag: 'Ratings',
		summary: 'What was said of a driver',
		answers: { 200: 'Newest first, without raters and times of day.', 400: START_OVER, 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
}
