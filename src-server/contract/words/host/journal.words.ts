import type * as journal from '#contract/host/journal.ts'
import { NOT_A_HOST, type WordsOf } from '#contract/words/words.ts'

export const hostJournalWords: WordsOf<typeof journal> = {
	getJournal: {
		tag: 'Host',
		summary: 'What hosts and the terminal did',
		description:
			'The last 90 days, newest first, in pages of 50. Names are those of the time; null in the place of a name is somebody who left.',
		answers: { 200: 'A page of lines, and whether there are older ones.', 403: NOT_A_HOST },
	},
}
