import type * as accounts from '#contract/accounts.ts'
import { NAME_TAKEN, NO_USER, NOT_AN_ID, NOT_MINE, type WordsOf } from './words.ts'

export const accountsWords: WordsOf<typeof accounts> = {
	logIn: {
		tag: 'Accounts',
		summary: 'Log in',
		description: 'Sets the session cookie. A guest may send the id of a rating of theirs, to keep it.',
		answers: { 200: 'The member.', 401: 'Wrong username or password; which of them is not said.' },
	},
	logOut: {
		tag: 'Accounts',
		summary: 'Log out',
		answers: { 204: 'This browser has no session any more, if it ever had one.' },
	},
	signUp: {
		tag: 'Accounts',
		summary: 'Make an account',
		description: 'Sets the session cookie. Where sign-up is by invitation, `invite` is the token of its link.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	},
	register: {
		tag: 'Accounts',
		summary: 'Make an account again',
		description: 'The same as POST /api/users: for a browser that remembers somebody whom the server has lost.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	},
	whoAmI: {
		tag: 'Accounts',
		summary: 'Who am I',
		answers: { 200: 'The member behind the session.' },
	},
	listUsers: {
		tag: 'Accounts',
		summary: 'Find people',
		description: 'Without a session only the demo driver. With one, all members, and the ghosts I made or rated.',
		answers: { 200: 'What anyone may know of them.', 400: 'That is too much to search for.' },
	},
	getUser: {
		tag: 'Accounts',
		summary: 'Look somebody up',
		description:
			'More of it when it is me. The token of the claim link, of an unclaimed ghost: for its creator, and for whoever rated it; not for guests where sign-up is not open, and for nobody but its creator once it took the place of another. `isRatedByOthers` is for the creator of an unclaimed ghost alone: whether anybody else, guests included, has rated it.',
		answers: { 200: 'What I may know of them.', 404: NO_USER },
	},
	rename: {
		tag: 'Accounts',
		summary: 'Take another username',
		answers: { 200: 'The member, renamed.', 400: NOT_AN_ID, 403: NOT_MINE, 409: NAME_TAKEN },
	},
	markRatingsSeen: {
		tag: 'Accounts',
		summary: 'Say that I saw my new ratings',
		answers: { 200: 'Noted.', 400: NOT_AN_ID, 403: NOT_MINE },
	},
}
