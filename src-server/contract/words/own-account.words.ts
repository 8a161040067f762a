import type * as ownAccount from '#contract/own-account.ts'
import { NO_USER, NOT_AN_ID, NOT_MINE, type WordsOf } from './words.ts'

const WRONG_PASSWORD = 'That is somebody else’s account, or the password is not the current one.'

export const ownAccountWords: WordsOf<typeof ownAccount> = {
	changeAccount: {
		tag: 'Own account',
		summary: 'Change my face, name or e-mail address',
		description:
			'What is absent stays as it is. Setting or removing the e-mail address takes the password, and makes an open link for a new password worthless. A blank display name is none.',
		answers: { 200: 'The member, changed.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	},
	changePassword: {
		tag: 'Own account',
		summary: 'Change my password',
		description: 'Ends all sessions but this one.',
		answers: { 200: 'Changed.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	},
	listSessions: {
		tag: 'Own account',
		summary: 'Where I am logged in',
		answers: { 200: 'The current one first, then the newest.', 403: NOT_MINE, 404: NO_USER },
	},
	endOtherSessions: {
		tag: 'Own account',
		summary: 'Log out everywhere else',
		answers: { 200: 'How many there were.', 400: NOT_AN_ID, 403: NOT_MINE },
	},
	exportOwnData: {
		tag: 'Own account',
		summary: 'Everything that is kept of me',
		answers: {
			200: 'A file: all of it as JSON, or the ratings I gave as CSV.',
			400: 'There is no such format.',
			403: NOT_MINE,
			404: NO_USER,
		},
	},
	deleteAccount: {
		tag: 'Own account',
		summary: 'Leave for good',
		description:
			'The ratings I gave stay under nobody’s name, or go with me. A ghost that I claimed within the last 7 days waits to be claimed again, with all that was said of that driver.',
		answers: { 200: 'Gone.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	},
}
