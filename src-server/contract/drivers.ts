import * as v from 'valibot'
import { PublicUser } from './accounts.ts'
import { Moment, UserId } from './ids.ts'
import { AvatarId, GhostName, OptionalEmail } from './names.ts'

/** A row of the home list. `averageStar` is the exact mean, 0 when nobody has rated yet. */
export const HomeDriver = v.object({
	...PublicUser.entries,
	averageStar: v.number(),
	totalRides: v.number(),
})
export type HomeDriver = v.InferOutput<typeof HomeDriver>

/** `GET /api/home`. `hasAccount` is false for visitors and for sessions whose user is gone. */
export const Home = v.object({ hasAccount: v.boolean(), drivers: v.array(HomeDriver) })
export type Home = v.InferOutput<typeof Home>

/** `POST /api/ghost-drivers`: the typed name travels as `username`; the server makes the real username from it. */
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

/** Hides or unhides one driver in one member's home list. */
export const HiddenDriverChange = v.object({ userId: UserId, driverId: UserId })
export type HiddenDriverChange = v.InferOutput<typeof HiddenDriverChange>

export const HiddenDriver = v.object({ id: v.number(), userId: UserId, driverId: UserId, hiddenAt: Moment })
export type HiddenDriver = v.InferOutput<typeof HiddenDriver>
