import type * as drivers from '#contract/drivers.ts'
import { NO_DRIVER, NOT_AN_ID, NOT_MINE, type WordsOf } from './words.ts'

export const driversWords: WordsOf<typeof drivers> = {
	getHome: {
		tag: 'Drivers',
		summary: 'The home list',
		answers: { 200: 'The drivers of my circle with their stars; without a session the demo driver.' },
	},
	listHiddenDrivers: {
		tag: 'Drivers',
		summary: 'Whom I have hidden',
		answers: { 200: 'The ids of the drivers.', 403: NOT_MINE, 404: 'That is not an id.' },
	},
	hideDriver: {
		tag: 'Drivers',
		summary: 'Hide a driver in my list',
		answers: { 200: 'Was hidden before.', 201: 'Hidden.', 400: 'That is myself.', 403: NOT_MINE, 404: NO_DRIVER },
	},
	unhideDriver: {
		tag: 'Drivers',
		summary: 'Unhide a driver in my list',
		answers: { 200: 'Not hidden, whether or not it was.', 403: NOT_MINE },
	},
	listOwnGhosts: {
		tag: 'Ghosts',
		summary: 'The ghosts I made',
		answers: { 200: 'Without the tokens of their claim links.', 400: 'creatorId is not an id.', 403: NOT_MINE },
	},
	addGhost: {
		tag: 'Ghosts',
		summary: 'Add a driver who has no account',
		answers: { 201: 'The ghost, with the token of its claim link.', 403: NOT_MINE },
	},
	changeGhost: {
		tag: 'Ghosts',
		summary: 'Give a ghost another name or face',
		description: 'What is absent stays as it is. The id and the claim link stay in any case.',
		answers: {
			200: 'The ghost, changed.',
			400: NOT_AN_ID,
			403: 'It is not mine.',
			404: NO_DRIVER,
			409: 'It was claimed.',
		},
		params: { id: 'The ghost.' },
	},
	deleteGhost: {
		tag: 'Ghosts',
		summary: 'Delete a ghost that only I have rated',
		description: 'My own ratings of it are deleted, too.',
		answers: {
			204: 'It is gone, and its claim link leads nowhere.',
			400: NOT_AN_ID,
			403: 'It is not mine.',
			404: NO_DRIVER,
			409: 'It was claimed, or somebody else has rated it.',
		},
		params: { id: 'The ghost.' },
	},
	replaceClaimLink: {
		tag: 'Ghosts',
		summary: 'Replace the claim link',
		description: 'The old link no longer works. The new one is shown to me only, not to those who rated the ghost.',
		answers: { 200: 'The ghost with its new token.', 400: NOT_AN_ID, 403: 'It is not mine.', 409: 'It was claimed.' },
		params: { id: 'The ghost.' },
	},
}
