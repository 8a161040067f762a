import * as v from 'valibot'
import { PublicUser } from './accounts.ts'
import { call } from './call.ts'
import { IdText, IdTextOrNull, Moment, UserId } from './ids.ts'
import { AvatarId, GhostName, OptionalEmail } from './names.ts'
import { Success } from './problems.ts'

/** A row of the home list. `averageStar` is the exact mean, 0 when nobody has rated yet. */
export const HomeDriver = v.object({
	...PublicUser.entries,
	averageStar: v.number(),
	totalRides: v.number(),
})
export type HomeDriver = v.InferOutput<typeof HomeDriver>

/** `hasAccount` is false for visitors and for sessions whose user is gone. */
export const Home = v.object({ hasAccount: v.boolean(), drivers: v.array(HomeDriver) })
export type Home = v.InferOutput<typeof Home>

/** The typed name travels as `username`; the server makes the real username from it. */
export const NewGhost = v.object({
	username: GhostName,
	email: OptionalEmail,
	avatarId: v.optional(AvatarId),
	creatorId: v.optional(UserId),
})
export type NewGhost = v.InferOutput<typeof NewGhost>

/** A ghost as its circle sees it: with the token of the claim link. */
export const GhostWithToken = v.object({ ...PublicUser.entries, ghostClaimToken: v.string() })
export type GhostWithToken = v.InferOutput<typeof GhostWithToken>

/** The new name travels as `username`, too. What is absent stays as it is. */
export const GhostChange = v.object({ username: v.optional(GhostName), avatarId: v.optional(AvatarId) })
export type GhostChange = v.InferOutput<typeof GhostChange>

/** Hides or unhides one driver in one member's home list. */
export const HiddenDriverChange = v.object({ userId: UserId, driverId: UserId })
export type HiddenDriverChange = v.InferOutput<typeof HiddenDriverChange>

export const HiddenDriver = v.object({ id: v.number(), userId: UserId, driverId: UserId, hiddenAt: Moment })
export type HiddenDriver = v.InferOutput<typeof HiddenDriver>

/** For a member their drivers, for a visitor the demo driver. */
export const getHome = call({
	method: 'GET',
	path: '/home',
	who: 'visitor-or-member',
	answers: { 200: Home },
})

export const listHiddenDrivers = call({
	method: 'GET',
	path: '/hidden-drivers/:userId',
	who: 'member',
	owner: 'params.userId',
	params: v.object({ userId: IdTextOrNull }),
	answers: { 200: v.array(UserId) },
})

/** 200: was hidden before. */
export const hideDriver = call({
	method: 'POST',
	path: '/hidden-drivers',
	who: 'member',
	signInMessage: 'You must be logged in to hide drivers',
	owner: 'body.userId',
	body: HiddenDriverChange,
	answers: { 200: HiddenDriver, 201: HiddenDriver },
})

export const unhideDriver = call({
	method: 'DELETE',
	path: '/hidden-drivers',
	who: 'member',
	signInMessage: 'You must be logged in to unhide a driver',
	owner: 'body.userId',
	body: HiddenDriverChange,
	answers: { 200: Success },
})

export const listOwnGhosts = call({
	method: 'GET',
	path: '/ghost-drivers',
	who: 'member',
	owner: 'query.creatorId',
	query: v.object({ creatorId: v.optional(IdText) }),
	answers: { 200: v.array(PublicUser) },
})

export const addGhost = call({
	method: 'POST',
	path: '/ghost-drivers',
	who: 'member',
	signInMessage: 'You must be logged in to add a driver',
	owner: 'body.creatorId',
	body: NewGhost,
	answers: { 201: GhostWithToken },
})

/** For its creator, while nobody has claimed it. Its id and its claim link stay. */
export const changeGhost = call({
	method: 'PUT',
	path: '/ghost-drivers/:id',
	who: 'member',
	params: v.object({ id: IdText }),
	body: GhostChange,
	answers: { 200: GhostWithToken },
})

/** For its creator, while nobody has claimed it and nobody else has rated it. */
export const deleteGhost = call({
	method: 'DELETE',
	path: '/ghost-drivers/:id',
	who: 'member',
	params: v.object({ id: IdText }),
	answers: { 204: v.undefined() },
})

/** For its creator, when a link went to the wrong chat. */
export const replaceClaimLink = call({
	method: 'POST',
	path: '/ghost-drivers/:id/rotate-token',
	who: 'member',
	params: v.object({ id: IdText }),
	answers: { 200: GhostWithToken },
})
