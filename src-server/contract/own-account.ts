import * as v from 'valibot'
import { OwnUser } from './accounts.ts'
import { Day, Moment, RatingId, UserId } from './ids.ts'
import { AvatarId, NewPassword, OptionalDisplayName, OptionalEmail } from './names.ts'
import { RideQuality, SafetyFeeling, VibeQuality } from './ratings.ts'

const OwnPassword = v.pipe(v.string('Password is required'), v.minLength(1, 'Password is required'))

/** `PUT /api/users/{id}/password`: ends all other sessions. */
export const PasswordChange = v.object({ currentPassword: OwnPassword, newPassword: NewPassword })
export type PasswordChange = v.InferOutput<typeof PasswordChange>

/** `PATCH /api/users/{id}`: what is absent stays as it is. An `email`, a removed one too, takes the password. */
export const AccountChange = v.object({
	avatarId: v.optional(AvatarId),
	display_name: v.optional(OptionalDisplayName),
	email: v.optional(OptionalEmail),
	password: v.optional(v.string()),
})
export type AccountChange = v.InferOutput<typeof AccountChange>

/** One of `GET /api/users/{id}/sessions`, the current one first, then newest first. */
export const OwnSession = v.object({
	isCurrent: v.boolean(),
	/** 'Firefox on Android', as far as the browser says; null when it says nothing useful. */
	browser: v.nullable(v.string()),
	signedInAt: Moment,
})
export type OwnSession = v.InferOutput<typeof OwnSession>

/** `DELETE /api/users/{id}/sessions`: how many others were logged out. */
export const SessionsEnded = v.object({ ended: v.number() })
export type SessionsEnded = v.InferOutput<typeof SessionsEnded>

/** `DELETE /api/users/{id}`: what becomes of the ratings this person gave. `stay`: under nobody's name. */
export const Goodbye = v.object({
	password: OwnPassword,
	ratings: v.picklist(['stay', 'go'], 'Please choose what happens to your ratings'),
})
export type Goodbye = v.InferOutput<typeof Goodbye>

const Verdict = v.object({
	rideQuality: RideQuality,
	safetyFeeling: SafetyFeeling,
	vibeQuality: VibeQuality,
	starRating: v.number(),
})

/** `GET /api/users/{id}/data?format=json`: all that is kept about a member, and nothing that others told in confidence. */
export const OwnData = v.object({
	product: v.literal('Backseat'),
	exportedAt: Moment,
	account: v.object({ ...OwnUser.entries, createdAt: Moment }),
	ratingsGiven: v.array(
		v.object({
			id: RatingId,
			driverId: UserId,
			driver: v.string(),
			...Verdict.entries,
			isPlaceholder: v.boolean(),
			createdAt: Moment,
		}),
	),
	/** Without raters and times of day, like every list of a driver's ratings. */
	ratingsReceived: v.array(v.object({ id: RatingId, ...Verdict.entries, createdAt: Day })),
	ghosts: v.array(
		v.object({ id: UserId, display_name: v.nullable(v.string()), isClaimed: v.boolean(), createdAt: Moment }),
	),
	hiddenDrivers: v.array(v.object({ driverId: UserId, driver: v.string(), hiddenAt: Moment })),
	sessions: v.array(v.object({ browser: v.nullable(v.string()), signedInAt: Moment })),
})
export type OwnData = v.InferOutput<typeof OwnData>
