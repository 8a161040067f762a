import type * as live from '#contract/live.ts'
import type { WordsOf } from './words.ts'

export const liveWords: WordsOf<typeof live> = {
	openLiveStream: {
		tag: 'Instance',
		summary: 'What happens, while it happens',
		description:
			'Server-sent events. `notice`: I have new ratings, or no longer any. `home`: my home list has changed. The data of each is `{}`: ask the call that has what you show. A comment comes every few seconds, so that nobody takes the connection for dead. It ends with my session and when the server stops. Whoever opens it again asks anew, as nothing is repeated.',
		answers: {
			200: 'Events, until one of us ends it.',
			429: 'Five of mine are open already; or what it says below.',
			503: 'Too many are open on this server; or what it says below.',
		},
	},
}
