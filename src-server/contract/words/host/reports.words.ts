import type * as reports from '#contract/host/reports.ts'
import { NOT_A_HOST, NOT_NOW, type WordsOf } from '#contract/words/words.ts'

const REFUSED = {
	400: 'The id in the path is not one.',
	403: NOT_NOW,
	404: 'There is no such report.',
	409: 'It is decided already, or its rating is not what it was (`not_open`). Or it is about my own driving, and another host is there to decide (`own_driving`).',
}
const REPORT = { id: 'The report.' }

export const hostReportsWords: WordsOf<typeof reports> = {
	listReports: {
		tag: 'Host',
		summary: 'Ratings that their drivers reported',
		description:
			'Those that wait for a decision first, in pages of 50; within a day they have no order. Never who gave one. What a host kept is in the list for as long as the rating is there, all else for 90 days.',
		answers: {
			200: 'A page, and where the next one begins.',
			400: '`before` is no `next` (`unknown_before`).',
			403: NOT_A_HOST,
		},
		params: { before: 'The `next` of the page before.' },
	},
	removeReportedRating: {
		tag: 'Host',
		summary: 'Remove a rating that was reported',
		description:
			'It is gone as if its rater had taken it back, from the card, the average and every list. Its driver reads that it was removed; its rater is told nothing.',
		answers: { 200: 'The report as it is now.', ...REFUSED },
		params: REPORT,
	},
	keepReportedRating: {
		tag: 'Host',
		summary: 'Keep a rating that was reported',
		description: 'Its driver reads that it was kept, and cannot report it again.',
		answers: { 200: 'The report as it is now.', ...REFUSED },
		params: REPORT,
	},
}
