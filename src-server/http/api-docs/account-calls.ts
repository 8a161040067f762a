import type { Call } from './call.ts'
import { LINK_DEAD, NAME_TAKEN, NOT_AN_ID, NOT_MINE } from './common-answers.ts'

const NO_USER = 'There is no such user.'
const WRONG_PASSWORD = 'That is somebody else’s account, or the password is not the current one.'

/** Accounts, what their owners may do with them, and the links that lead to one. */
export const accountCalls: Record<string, Call> = {
	'POST /api/login': {
		...{ name: 'logIn', tag: 'Accounts', who: 'either', summary: 'Log in' },
		description: 'Sets the session cookie. A guest may bring the id of a rating of theirs, to keep it.',
		answers: { 200: 'The member.', 401: 'Wrong username or password; which of them is not said.' },
	},
	'POST /api/logout': {
		...{ name: 'logOut', tag: 'Accounts', who: 'either', summary: 'Log out' },
		answers: { 204: 'This browser has no session any more, if it ever had one.' },
	},
	'POST /api/users': {
		...{ name: 'signUp', tag: 'Accounts', who: 'either', summary: 'Make an account' },
		description: 'Sets the session cookie. Where sign-up is by invitation, `invite` is the token of its link.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	},
	'POST /api/register': {
		...{ name: 'register', tag: 'Accounts', who: 'either', summary: 'Make an account again' },
		description: 'The same as POST /api/users: for a browser that remembers somebody whom the server has lost.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	},
	'GET /api/user': {
		...{ name: 'whoAmI', tag: 'Accounts', who: 'member', summary: 'Who am I' },
		answers: { 200: 'The member behind the session.' },
	},
	'GET /api/users': {
		...{ name: 'listUsers', tag: 'Accounts', who: 'either', summary: 'Find people' },
		description: 'Without a session only the demo driver. With one, all members, and the ghosts I made or rated.',
		answers: { 200: 'What anyone may know of them.', 400: 'That is too much to search for.' },
	},
	'GET /api/users/:id': {
		...{ name: 'getUser', tag: 'Accounts', who: 'either', summary: 'Look somebody up' },
		description:
			'More of it when it is me. The token of the claim link, of an unclaimed ghost: for its creator, and for whoever rated it; not for guests where sign-up is not open, and for nobody but its creator once it took the place of another.',
		answers: { 200: 'What I may know of them.', 404: NO_USER },
	},
	'PUT /api/users/:id': {
		...{ name: 'rename', tag: 'Accounts', who: 'member', summary: 'Take another username' },
		answers: { 200: 'The member, renamed.', 400: NOT_AN_ID, 403: NOT_MINE, 409: NAME_TAKEN },
	},
	'POST /api/users/:id/mark-ratings-seen': {
		...{ name: 'markRatingsSeen', tag: 'Accounts', who: 'member', summary: 'Say that I saw my new ratings' },
		answers: { 200: 'Noted.', 400: NOT_AN_ID, 403: NOT_MINE },
	},
	'PATCH /api/users/:id': {
		...{ name: 'changeAccount', tag: 'Own account', who: 'member', summary: 'Change my face, name or e-mail address' },
		description:
			'What is absent stays as it is. Setting or removing the e-mail address takes the password, and makes an open link for a new password worthless. A blank display name is none.',
		answers: { 200: 'The member, changed.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	},
	'PUT /api/users/:id/password': {
		...{ name: 'changePassword', tag: 'Own account', who: 'member', summary: 'Change my password' },
		description: 'Ends all sessions but this one.',
		answers: { 200: 'Changed.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	},
	'GET /api/users/:id/sessions': {
		...{ name: 'listSessions', tag: 'Own account', who: 'member', summary: 'Where I am logged in' },
		answers: { 200: 'The current one first, then the newest.', 403: NOT_MINE, 404: NO_USER },
	},
	'DELETE /api/users/:id/sessions': {
		...{ name: 'endOtherSessions', tag: 'Own account', who: 'member', summary: 'Log out everywhere else' },
		answers: { 200: 'How many there were.', 400: NOT_AN_ID, 403: NOT_MINE },
	},
	'GET /api/users/:id/data': {
		...{ name: 'exportOwnData', tag: 'Own account', who: 'member', summary: 'Everything that is kept of me' },
		answers: {
			200: 'A file: all of it as JSON, or the ratings I gave as CSV.',
			400: 'There is no such format.',
			403: NOT_MINE,
			404: NO_USER,
		},
	},
	'DELETE /api/users/:id': {
		...{ name: 'deleteAccount', tag: 'Own account', who: 'member', summary: 'Leave for good' },
		description:
			'The ratings I gave stay under nobody’s name, or go with me. A ghost that I claimed within the last 7 days waits to be claimed again, with all that was said of that driver.',
		answers: { 200: 'Gone.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	},
	'POST /api/forgot-password': {
		...{ name: 'askForReset', tag: 'Links', who: 'anyone', summary: 'Ask for a link to set a new password' },
		description: 'The same answer whether or not somebody has that name, or gave an email address.',
		answers: { 202: 'If there is somebody to write to, a letter is on its way.', 404: 'This server sends no mail.' },
	},
	'GET /api/password-resets/:token': {
		...{ name: 'lookUpReset', tag: 'Links', who: 'anyone', summary: 'Whose password a link sets' },
		description: 'Looking uses nothing up.',
		answers: { 200: 'The account it is for.', 404: LINK_DEAD },
	},
	'POST /api/password-resets': {
		...{ name: 'resetPassword', tag: 'Links', who: 'anyone', summary: 'Set a new password by a link' },
		description: 'Ends every session of the account, and sets the session cookie of a new one.',
		answers: { 200: 'The member.', 404: LINK_DEAD },
	},
	'GET /api/invites/:token': {
		...{ name: 'lookUpInvite', tag: 'Links', who: 'anyone', summary: 'Whether an invitation still opens the door' },
		description: 'Looking uses nothing up.',
		answers: { 200: 'It does.', 404: LINK_DEAD },
	},
}
