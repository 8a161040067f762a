import * as v from 'valibot'
import { call } from './call.ts'
import { UserId } from './ids.ts'
import { Notice } from './notices.ts'
import { PublicUser } from './public-user.ts'
import { Sticker } from './stickers.ts'

/** `averageStar` is the exact mean, 0 without ratings. */
export const HomeDriver = v.object({
	...PublicUser.entries,
	averageStar: v.number(),
	totalRides: v.number(),
	/** The driver's newest answer to a verdict of mine, until I have seen it in My verdicts. */
	answer: v.optional(Sticker),
})
export type HomeDriver = v.InferOutput<typeof HomeDriver>

/** `unseen` counts ratings not yet seen on the profile, up to 1000. */
export const HomeMe = v.object({ id: UserId, averageStar: v.number(), totalRides: v.number(), unseen: v.number() })
export type HomeMe = v.InferOutput<typeof HomeMe>

/** `hasAccount` is false for visitors and for sessions whose user was deleted. */
export const Home = v.object({
	hasAccount: v.boolean(),
	me: v.optional(HomeMe),
	drivers: v.array(HomeDriver),
	/** Only for guests with ratings: the drivers they rated, without the demo driver, latest first; at most 500. */
	rated: v.optional(v.array(HomeDriver)),
	/** Only for guests with ratings: the number of their verdicts, including the demo driver's. */
	given: v.optional(v.number()),
	/** The first notice that is due; null also while the popup for new ratings is. Pages kept by a browser may lack a kind. */
	notice: v.optional(v.fallback(v.nullable(Notice), null), null),
	/** Only for members: at most twelve members who are neither on the list nor hidden. */
	others: v.optional(v.array(PublicUser)),
})
export type Home = v.InferOutput<typeof Home>

export const getHome = call({
	method: 'GET',
	path: '/home',
	who: 'visitor-or-member',
	answers: { 200: Home },
	docs: () => ({
		tag: 'Drivers',
		summary: 'The home list',
		description:
			'First whom I rated, the last one first, then others by name, and last of all ghosts whom nobody has rated. Without a session the demo driver, and whom this browser rated as a guest.',
		answers: { 200: 'The drivers of my circle with their stars, and my own.' },
	}),
})
