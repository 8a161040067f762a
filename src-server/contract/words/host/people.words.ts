import type * as people from '#contract/host/people.ts'
import { NAME_TAKEN, NO_USER, NOT_A_HOST, NOT_AN_ID, NOT_NOW, type WordsOf } from '#contract/words/words.ts'

const LAST_HOST = 'They are the only host, and others have accounts (`last_host`).'
const OWN_ACCOUNT = 'It is my own account, which is looked after in my settings (`own_account`).'
const REFUSED = { 400: NOT_AN_ID, 403: NOT_NOW, 404: NO_USER }

export const hostPeopleWords: WordsOf<typeof people> = {
	listPeople: {
		tag: 'Host',
		summary: 'Who has an account',
		description:
			'By username, in pages of 50; `search` finds letters in the username or the displayed name. When somebody was last seen is a week, and nothing here tells what anybody said.',
		answers: { 200: 'A page of members, and whether there are more.', 400: 'The text is too long.', 403: NOT_A_HOST },
	},
	makeResetLink: {
		tag: 'Host',
		summary: 'Help somebody who forgot their password',
		description:
			'The link, `/reset/{token}`, is told this once. It works once, within the hour, and takes the place of an earlier one.',
		answers: { 200: 'The token of the link.', ...REFUSED },
	},
	renamePerson: {
		tag: 'Host',
		summary: 'Give a member another name',
		description: 'By the rules of their own renaming; they stay signed in.',
		answers: { 200: 'The member, renamed.', ...REFUSED, 409: NAME_TAKEN },
	},
	makeHost: {
		tag: 'Host',
		summary: 'Make a member host',
		answers: { 200: 'The member; nothing has changed where they were host.', ...REFUSED },
	},
	unmakeHost: {
		tag: 'Host',
		summary: 'Make a host a plain member',
		answers: { 200: 'The member; nothing has changed where they were no host.', ...REFUSED, 409: LAST_HOST },
	},
	signOutPerson: {
		tag: 'Host',
		summary: 'Sign a member out everywhere',
		answers: { 200: 'How many sessions there were.', ...REFUSED, 409: OWN_ACCOUNT },
	},
	removePerson: {
		tag: 'Host',
		summary: 'Delete a member for good',
		description:
			'As when they leave themselves, but the ratings they gave always stay, under nobody’s name: which ones vanish would tell whose they were.',
		answers: {
			200: 'What went, and which ghosts can be claimed again.',
			...REFUSED,
			409: `${LAST_HOST} Or: ${OWN_ACCOUNT}`,
		},
	},
}
