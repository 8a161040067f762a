import type * as passwordResets from '#contract/password-resets.ts'
import { LINK_DEAD, type WordsOf } from './words.ts'

export const passwordResetsWords: WordsOf<typeof passwordResets> = {
	askForReset: {
		tag: 'Links',
		summary: 'Ask for a link to set a new password',
		description: 'The same answer whether or not somebody has that name, or gave an email address.',
		answers: { 202: 'If there is somebody to write to, a message is on its way.', 404: 'This server sends no mail.' },
	},
	lookUpReset: {
		tag: 'Links',
		summary: 'Whose password a link sets',
		description: 'Looking uses nothing up.',
		answers: { 200: 'The account it is for.', 404: LINK_DEAD },
	},
	resetPassword: {
		tag: 'Links',
		summary: 'Set a new password by a link',
		description: 'Ends every session of the account, and sets the session cookie of a new one.',
		answers: { 200: 'The member.', 404: LINK_DEAD },
	},
}
