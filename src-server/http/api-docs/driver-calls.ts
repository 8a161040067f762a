import type { Call } from './call.ts'
import { LINK_DEAD, NAME_TAKEN, NOT_AN_ID, NOT_MINE } from './common-answers.ts'

const NO_DRIVER = 'There is no such driver.'
const START_OVER = 'There is no `before` in this list, or no longer (`unknown_before`): begin at its start.'

/** Drivers, ghosts, ratings, and the server itself. */
export const driverCalls: Record<string, Call> = {
	'GET /api/home': {
		...{ name: 'getHome', tag: 'Drivers', who: 'either', summary: 'The home list' },
		answers: { 200: 'The drivers of my circle with their stars; without a session the demo driver.' },
	},
	'GET /api/hidden-drivers/:userId': {
		...{ name: 'listHiddenDrivers', tag: 'Drivers', who: 'member', summary: 'Whom I have hidden' },
		answers: { 200: 'The ids of the drivers.', 403: NOT_MINE, 404: 'That is no id.' },
	},
	'POST /api/hidden-drivers': {
		...{ name: 'hideDriver', tag: 'Drivers', who: 'member', summary: 'Hide a driver in my list' },
		answers: { 200: 'Was hidden before.', 201: 'Hidden.', 400: 'That is myself.', 403: NOT_MINE, 404: NO_DRIVER },
	},
	'DELETE /api/hidden-drivers': {
		...{ name: 'unhideDriver', tag: 'Drivers', who: 'member', summary: 'Bring a driver back into my list' },
		answers: { 200: 'Not hidden, whether or not it was.', 403: NOT_MINE },
	},
	'GET /api/ghost-drivers': {
		...{ name: 'listOwnGhosts', tag: 'Ghosts', who: 'member', summary: 'The ghosts I made' },
		answers: { 200: 'Without the tokens of their claim links.', 400: 'creatorId is no id.', 403: NOT_MINE },
	},
	'POST /api/ghost-drivers': {
		...{ name: 'addGhost', tag: 'Ghosts', who: 'member', summary: 'Add a driver who has no account' },
		answers: { 201: 'The ghost, with the token of its claim link.', 403: NOT_MINE },
	},
	'POST /api/ghost-drivers/:id/rotate-token': {
		...{ name: 'replaceClaimLink', tag: 'Ghosts', who: 'member', summary: 'Make the claim link anew' },
		description:
			'The old link opens nothing any more. The new one is shown to me only, not to those who rated the ghost.',
		answers: { 200: 'The ghost with its new token.', 400: NOT_AN_ID, 403: 'It is not mine.', 409: 'It was claimed.' },
		params: { id: 'The ghost.' },
	},
	'GET /api/ghost-drivers/claim/:token': {
		...{ name: 'lookUpClaim', tag: 'Ghosts', who: 'anyone', summary: 'Whom a claim link is for' },
		answers: { 200: 'The ghost, and how many ratings wait for it.', 404: LINK_DEAD },
	},
	'POST /api/ghost-drivers/claim': {
		...{ name: 'claim', tag: 'Ghosts', who: 'either', summary: 'Claim a ghost' },
		description:
			'With a session and only the token it goes to my account. Without, username and password make one, whoever may sign up: the link is the invitation. Log in with them afterwards.',
		answers: { 200: 'Claimed into my account.', 201: 'Claimed into a new account.', 404: LINK_DEAD, 409: NAME_TAKEN },
	},
	'GET /api/ratings': {
		...{ name: 'listOwnRatings', tag: 'Ratings', who: 'either', summary: 'The ratings I gave' },
		description: 'Newest first. A guest’s are found by the cookie that came with the first one.',
		answers: { 200: 'Mine; none for strangers.', 400: START_OVER },
	},
	'POST /api/ratings': {
		...{ name: 'rateDriver', tag: 'Ratings', who: 'either', summary: 'Rate a ride' },
		description:
			'Guests may, and get a cookie by which they keep what they said. A placeholder has the default values, whatever is sent.',
		answers: {
			200: 'The rating that this key, or this first rating, made before.',
			201: 'The rating.',
			401: '`raterId` speaks for a member, but nobody is logged in.',
			403: 'It speaks for somebody else, or is about myself.',
			404: NO_DRIVER,
			409: 'The Idempotency-Key was used for another rating.',
		},
		headers: ['Idempotency-Key'],
	},
	'GET /api/ratings/:id': {
		...{ name: 'getRating', tag: 'Ratings', who: 'either', summary: 'One rating' },
		answers: { 200: 'For whoever gave or got it.', 404: 'To everybody else it does not exist.' },
		params: { id: 'The rating.' },
	},
	'GET /api/ratings/driver/:id': {
		...{ name: 'listRatingsOfDriver', tag: 'Ratings', who: 'anyone', summary: 'What was said of a driver' },
		answers: { 200: 'Newest first, without raters and times of day.', 400: START_OVER, 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
	'GET /api/ratings/driver/:id/average': {
		...{ name: 'getAverage', tag: 'Ratings', who: 'anyone', summary: 'A driver’s stars' },
		answers: { 200: 'The exact mean; 0 without ratings.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
	'GET /api/drivers/:id/stats': {
		...{ name: 'getStats', tag: 'Ratings', who: 'anyone', summary: 'A driver’s card' },
		answers: { 200: 'Counts, and what stands out.', 404: NO_DRIVER },
		params: { id: 'The driver.' },
	},
	'GET /api/instance': {
		...{ name: 'getInstance', tag: 'Instance', who: 'anyone', summary: 'What kind of Backseat this is' },
		answers: { 200: 'Its version, and what its operator allows.' },
	},
	'GET /api/health': {
		...{ name: 'getHealth', tag: 'Instance', who: 'anyone', summary: 'Whether the process answers' },
		answers: { 200: 'It does.' },
	},
	'GET /api/ready': {
		...{ name: 'getReady', tag: 'Instance', who: 'anyone', summary: 'Whether a rating could be saved now' },
		description: 'Really writes, and takes it back.',
		answers: { 200: 'Yes. No is a 503.' },
	},
	'POST /api/events': {
		...{ name: 'trackEvents', tag: 'Instance', who: 'either', summary: 'Tell what one browser did' },
		description: 'Goes nowhere unless the operator named a PostHog.',
		answers: { 202: 'How many were taken.' },
	},
}
