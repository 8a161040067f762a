import type * as stats from '#contract/stats.ts'
import { NO_DRIVER, type WordsOf } from './words.ts'

export const statsWords: WordsOf<typeof stats> = {
	getStats: {
		tag: 'Ratings',
		summary: 'A driver’s card',
		answers: { 200: 'Counts, and the best and worst category.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
	getAverage: {
		tag: 'Ratings',
		summary: 'A driver’s stars',
		answers: { 200: 'The exact mean; 0 without ratings.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
}
