import type * as overview from '#contract/host/overview.ts'
import { NOT_A_HOST, type WordsOf } from '#contract/words/words.ts'

export const hostOverviewWords: WordsOf<typeof overview> = {
	getOverview: {
		tag: 'Host',
		summary: 'How this instance is doing',
		description:
			'Version, counts, sizes, addresses, and those of the doctor’s findings that can be seen from inside in an instant. Whether every page of the file is whole and whether the public address leads here, `backseat doctor` finds out in a terminal.',
		answers: { 200: 'The instance at a glance.', 403: NOT_A_HOST },
	},
}
