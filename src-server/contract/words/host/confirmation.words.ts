import type * as confirmation from '#contract/host/confirmation.ts'
import { NOT_A_HOST, type WordsOf } from '#contract/words/words.ts'

export const hostConfirmationWords: WordsOf<typeof confirmation> = {
	confirm: {
		tag: 'Host',
		summary: 'Type my password again',
		description:
			'For 15 minutes this session may change and download things. Only this call confirms: logging in does not. Tries count with those of the log-in.',
		answers: { 200: 'Until when.', 403: `${NOT_A_HOST} Or the password is wrong (\`wrong_password\`).` },
	},
	getConfirmation: {
		tag: 'Host',
		summary: 'Whether this session may change things now',
		answers: { 200: 'Until when, or null.', 403: NOT_A_HOST },
	},
}
