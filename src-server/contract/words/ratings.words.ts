import type * as ratings from '#contract/ratings.ts'
import { NO_DRIVER, NOT_AN_ID, type WordsOf } from './words.ts'

const NOT_MINE = 'I did not give it, it is a placeholder, or it does not exist; which of them is not said.'
const TOO_LATE = 'It came more than 24 hours ago (`too_late`).'
const START_OVER = 'There is no `before` in this list, or no longer (`unknown_before`): begin at its start.'

export const ratingsWords: WordsOf<typeof ratings> = {
	listOwnRatings: {
		tag: 'Ratings',
		summary: 'The ratings I gave',
		description: 'Newest first. A guest’s are found by the cookie that came with the last one.',
		answers: { 200: 'Mine; none for strangers.', 400: START_OVER },
		params: {
			placeholders: 'Whether the default ratings of added drivers are in it; they are unless it says `without`.',
		},
	},
	rateDriver: {
		tag: 'Ratings',
		summary: 'Rate a ride',
		description:
			'Guests may. Each rating of a guest sets a new cookie, by which they keep all they said; the one before opens nothing any more. A placeholder has the default values, whatever is sent.',
		answers: {
			200: 'The rating that this key, or this first rating, made before.',
			201: 'The rating.',
			401: '`raterId` speaks for a member, but nobody is logged in.',
			403: 'It speaks for somebody else, or is about myself.',
			404: NO_DRIVER,
			409: 'The Idempotency-Key was used for another rating.',
			410: 'The rating that this Idempotency-Key made was taken back (`taken_back`): nothing is saved.',
		},
		headers: {
			'Idempotency-Key':
				'Made up by the client, new for each rating: the same call sent again then changes nothing, and brings a guest whose answer was lost all they said.',
			'Browser-Key':
				'Made up by the browser and the same for all its ratings: guests’ ratings that it sends at once then end under one cookie.',
		},
	},
	getRating: {
		tag: 'Ratings',
		summary: 'One rating',
		answers: { 200: 'For whoever gave or got it.', 404: 'To everybody else it does not exist.' },
		params: { id: 'The rating.' },
	},
	changeRating: {
		tag: 'Ratings',
		summary: 'Change a rating',
		description:
			'Within 24 hours of its arrival. It keeps its id and its place in every list, and tells the driver nothing new.',
		answers: { 200: 'The rating as it is now.', 400: NOT_AN_ID, 403: TOO_LATE, 404: NOT_MINE },
		params: { id: 'The rating.' },
	},
	takeRatingBack: {
		tag: 'Ratings',
		summary: 'Take a rating back',
		description: 'Within 24 hours of its arrival. A placeholder that it replaced does not come back.',
		answers: { 204: 'It is gone, and counts nowhere.', 400: NOT_AN_ID, 403: TOO_LATE, 404: NOT_MINE },
		params: { id: 'The rating.' },
	},
	cancelRating: {
		tag: 'Ratings',
		summary: 'Cancel a rating that was not answered',
		description:
			'By its Idempotency-Key, which nobody else knows. If it has arrived it is taken back, as by its id; if it has not, nothing is saved when it does. The driver is told of neither.',
		answers: {
			204: 'It counts nowhere, and its key saves nothing any more.',
			401: '`raterId` speaks for a member, but nobody is logged in.',
			403: `It speaks for somebody else. ${TOO_LATE}`,
			404: 'A member has kept it since, or it is a placeholder.',
		},
	},
	listRatingsOfDriver: {
		tag: 'Ratings',
		summary: 'What was said of a driver',
		answers: { 200: 'Newest first, without raters and times of day.', 400: START_OVER, 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
}
