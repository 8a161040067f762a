import type * as analytics from '#contract/analytics.ts'
import type { WordsOf } from './words.ts'

export const analyticsWords: WordsOf<typeof analytics> = {
	trackEvents: {
		tag: 'Instance',
		summary: 'Tell what one browser did',
		description: 'Goes nowhere unless the operator named a PostHog.',
		answers: { 202: 'How many were taken.' },
	},
}
