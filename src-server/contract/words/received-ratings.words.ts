import type * as receivedRatings from '#contract/received-ratings.ts'
import { NOT_AN_ID, type WordsOf } from './words.ts'

export const receivedRatingsWords: WordsOf<typeof receivedRatings> = {
	listReceivedRatings: {
		tag: 'Ratings',
		summary: 'What was said of me',
		description:
			'Newest first, with what became of my reports. One that a host removed stays for 30 days as a line without stars and words, after the other ratings of its day; such lines do not count for `limit` and are no `before`.',
		answers: {
			200: 'My ratings, without raters and times of day.',
			400: 'There is no `before` in this list, or no longer (`unknown_before`): begin at its start.',
		},
	},
	reportRating: {
		tag: 'Ratings',
		summary: 'Report a rating of me that is not fair',
		description: 'A host removes or keeps it, and does not learn who gave it. Five reports in 24 hours.',
		answers: {
			201: 'It is reported.',
			400: NOT_AN_ID,
			404: 'It is not a rating of me, or does not exist; which of them is not said.',
			409: 'It was reported before (`already_reported`). What a host kept stays.',
			429: 'Those were five reports in 24 hours.',
		},
		params: { id: 'The rating.' },
	},
}
