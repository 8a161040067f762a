import * as v from 'valibot'
import { call } from './call.ts'
import { NO_DRIVER, NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { IdText, IdTextOrNull, Limit, Moment, UserId } from './ids.ts'
import { AvatarId, GhostName, NAME_UNITS_MAX, OptionalEmail } from './names.ts'
import { Success } from './problems.ts'
import { PublicUser } from './public-user.ts'

/** The entered name is sent as `username`; the server derives the actual username from it. */
export const NewGhost = v.object({
	username: GhostName,
	email: OptionalEmail,
	avatarId: v.optional(AvatarId),
	creatorId: v.optional(UserId),
})
export type NewGhost = v.InferOutput<typeof NewGhost>

export const GhostWithToken = v.object({ ...PublicUser.entries, ghostClaimToken: v.string() })
export type GhostWithToken = v.InferOutput<typeof GhostWithToken>

export const GhostChange = v.object({ username: v.optional(GhostName), avatarId: v.optional(AvatarId) })
export type GhostChange = v.InferOutput<typeof GhostChange>

export const HiddenDriverChange = v.object({ userId: UserId, driverId: UserId })
export type HiddenDriverChange = v.InferOutput<typeof HiddenDriverChange>

export const HiddenDriver = v.object({ id: v.number(), userId: UserId, driverId: UserId, hiddenAt: Moment })
export type HiddenDriver = v.InferOutput<typeof HiddenDriver>

const UserSearch = v.object({
	search: v.optional(v.pipe(v.string(), v.maxLength(NAME_UNITS_MAX))),
	limit: Limit,
})

/** Members get all members and their own ghosts, visitors only the demo driver. */
export const listUsers = call({
	method: 'GET',
	path: '/users',
	who: 'visitor-or-member',
	query: UserSearch,
	answers: { 200: v.array(PublicUser) },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Find people',
		description:
			'Without a session only the demo driver. With one, all members, newest first, and then the ghosts I made or rated.',
		answers: { 200: 'What anyone may know of them.', 400: 'That is too much to search for.' },
	}),
})

export const listHiddenDrivers = call({
	method: 'GET',
	path: '/hidden-drivers/:userId',
	who: 'member',
	owner: 'params.userId',
	params: v.object({ userId: IdTextOrNull }),
	answers: { 200: v.array(UserId) },
	docs: () => ({
		tag: 'Drivers',
		summary: 'Whom I have hidden',
		answers: { 200: 'The ids of the drivers.', 403: NOT_MINE, 404: 'That is not an id.' },
	}),
})

/** 200 means that it was already hidden. */
export const hideDriver = call({
	method: 'POST',
	path: '/hidden-drivers',
	who: 'member',
	signInReason: 'sign_in_to_hide',
	owner: 'body.userId',
	body: HiddenDriverChange,
	answers: { 200: HiddenDriver, 201: HiddenDriver },
	docs: () => ({
		tag: 'Drivers',
		summary: 'Hide a driver in my list',
		answers: { 200: 'Was hidden before.', 201: 'Hidden.', 400: 'That is myself.', 403: NOT_MINE, 404: NO_DRIVER },
	}),
})

export const unhideDriver = call({
	method: 'DELETE',
	path: '/hidden-drivers',
	who: 'member',
	signInReason: 'sign_in_to_unhide',
	owner: 'body.userId',
	body: HiddenDriverChange,
	answers: { 200: Success },
	docs: () => ({
		tag: 'Drivers',
		summary: 'Unhide a driver in my list',
		answers: { 200: 'Not hidden, whether or not it was.', 403: NOT_MINE },
	}),
})

export const listOwnGhosts = call({
	method: 'GET',
	path: '/ghost-drivers',
	who: 'member',
	owner: 'query.creatorId',
	query: v.object({ creatorId: v.optional(IdText) }),
	answers: { 200: v.array(PublicUser) },
	docs: () => ({
		tag: 'Ghosts',
		summary: 'The ghosts I made',
		answers: { 200: 'Without the tokens of their claim links.', 400: 'creatorId is not an id.', 403: NOT_MINE },
	}),
})

export const addGhost = call({
	method: 'POST',
	path: '/ghost-drivers',
	who: 'member',
	signInReason: 'sign_in_to_add',
	owner: 'body.creatorId',
	body: NewGhost,
	answers: { 201: GhostWithToken },
	docs: () => ({
		tag: 'Ghosts',
		summary: 'Add a driver who has no account',
		answers: { 201: 'The ghost, with the token of its claim link.', 403: NOT_MINE },
	}),
})

export const changeGhost = call({
	method: 'PUT',
	path: '/ghost-drivers/:id',
	who: 'member',
	params: v.object({ id: IdText }),
	body: GhostChange,
	answers: { 200: GhostWithToken },
	docs: () => ({
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
	}),
})

export const deleteGhost = call({
	method: 'DELETE',
	path: '/ghost-drivers/:id',
	who: 'member',
	params: v.object({ id: IdText }),
	answers: { 204: v.undefined() },
	docs: () => ({
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
	}),
})

/** For the ghost's creator, after the link went to the wrong chat. */
export const replaceClaimLink = call({
	method: 'POST',
	path: '/ghost-drivers/:id/rotate-token',
	who: 'member',
	params: v.object({ id: IdText }),
	answers: { 200: GhostWithToken },
	docs: () => ({
		tag: 'Ghosts',
		summary: 'Replace the claim link',
		description: 'The old link no longer works. The new one is shown to me only, not to those who rated the ghost.',
		answers: { 200: 'The ghost with its new token.', 400: NOT_AN_ID, 403: 'It is not mine.', 409: 'It was claimed.' },
		params: { id: 'The ghost.' },
	}),
})
