import * as v from 'valibot'
import { call } from './call.ts'
import { NAME_TAKEN, NO_USER, NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { IdText, IdTextOrNull, Limit, Moment, RatingId, UserId } from './ids.ts'
import type { Impressions } from './impressions.ts'
import { AvatarId, NAME_UNITS_MAX, NewPassword, OptionalEmail, TypedText, Username } from './names.ts'
import { Success } from './problems.ts'

export const PublicUser = v.object({
	id: UserId,
	username: v.string(),
	display_name: v.nullable(v.string()),
	avatarId: v.number(),
	isGhost: v.boolean(),
	claimedById: v.nullable(UserId),
})
export type PublicUser = v.InferOutput<typeof PublicUser>

export const OwnUser = v.object({
	...PublicUser.entries,
	email: v.nullable(v.string()),
	/**
	 * Rounded down to the UTC day, as in `lastRatingReceivedAt`, because only the rater may know the time of a rating.
	 */
	lastRatingNotificationAt: v.nullable(Moment),
	lastSeenRatingId: v.nullable(RatingId),
	lastRatingReceivedAt: v.nullable(Moment),
	isLatestRatingsSeen: v.boolean(),
})
export type OwnUser = v.InferOutput<typeof OwnUser>

export const UsedResetLink = v.object({
	/** Rounded down to the minute. */
	at: Moment,
	by: v.picklist(['host', 'terminal']),
	/** Null if made at the terminal, or if the host's account was deleted. */
	madeBy: v.nullable(v.string()),
})
export type UsedResetLink = v.InferOutput<typeof UsedResetLink>

export const UndoneOwnClaim = v.object({
	/** Rounded down to the minute. */
	at: Moment,
	by: v.picklist(['host', 'terminal']),
	/** Null if undone at the terminal, or if the host's account was deleted. */
	undoneBy: v.nullable(v.string()),
	ghost: v.nullable(v.string()),
})
export type UndoneOwnClaim = v.InferOutput<typeof UndoneOwnClaim>

/** `isHost` depends on the session, because every member is a host in the desktop app's own window. */
export const SignedInUser = v.object({
	...OwnUser.entries,
	isHost: v.boolean(),
	reportsWaiting: v.optional(v.number()),
	unseen: v.optional(v.number()),
	newReplies: v.number(),
	/** Reset links used in the last 90 days, newest first; absent if empty. */
	usedResetLinks: v.optional(v.array(UsedResetLink)),
	/** Claims undone in the last 90 days and not made again since, newest first; absent if empty. */
	undoneClaims: v.optional(v.array(UndoneOwnClaim)),
	/** The most recently claimed ghost whose ratings the member has not started to reveal. */
	toReveal: v.optional(UserId),
})
export type SignedInUser = v.InferOutput<typeof SignedInUser>

/** Written out, because the table in impressions.ts would load with the first screen. */
const recentImpressions = {
	rideQuality: v.picklist(['smooth', 'bumpy']),
	safetyFeeling: v.picklist(['safe', 'unsafe']),
	vibeQuality: v.picklist(['good', 'off']),
} satisfies { [Key in keyof Impressions]: v.GenericSchema<Impressions[Key]> }

export const RecentRating = v.object({
	id: RatingId,
	...recentImpressions,
	starRating: v.number(),
	createdAt: Moment,
	sealed: v.boolean(),
})
export type RecentRating = v.InferOutput<typeof RecentRating>

/**
 * The optional fields depend on the viewer. Members see all of their own; the ghost's circle sees the claim token; the
 * maker of an unclaimed ghost sees whether others have rated it; and a rater sees their newest verdict on this driver for
 * six hours.
 */
export const VisibleUser = v.object({
	...PublicUser.entries,
	...v.partial(v.omit(OwnUser, ['id', 'username', 'display_name', 'avatarId', 'isGhost', 'claimedById'])).entries,
	ghostClaimToken: v.optional(v.string()),
	isRatedByOthers: v.optional(v.boolean()),
	recentRating: v.optional(RecentRating),
})
export type VisibleUser = v.InferOutput<typeof VisibleUser>

export const CameIn = v.object({ ...OwnUser.entries, cameAlong: v.number() })
export type CameIn = v.InferOutput<typeof CameIn>

/**
 * The guest rating that prompted the sign-in; all others of this browser are adopted with it. Invalid values are ignored.
 */
const RatingToKeep = v.fallback(v.optional(RatingId), undefined)

export const Login = v.object({
	username: v.pipe(TypedText, v.minLength(3, 'Username must be at least 3 characters')),
	// A missing password counts as empty, which has the better message. An overlong one is answered like a wrong one.
	password: v.optional(v.pipe(v.string('Password is required'), v.minLength(1, 'Password is required')), ''),
	ratingId: RatingToKeep,
})
export type Login = v.InferOutput<typeof Login>

/** Without an avatar the server draws one. */
export const SignUp = v.object({
	invite: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined),
	username: Username,
	password: NewPassword,
	email: OptionalEmail,
	avatarId: v.optional(AvatarId),
	ratingId: RatingToKeep,
})
export type SignUp = v.InferOutput<typeof SignUp>

/** Renaming also changes the display name, as in the spec. */
export const Rename = v.object({ username: Username })
export type Rename = v.InferOutput<typeof Rename>

const UserSearch = v.object({
	search: v.optional(v.pipe(v.string(), v.maxLength(NAME_UNITS_MAX))),
	limit: Limit,
})

export const logIn = call({
	method: 'POST',
	path: '/login',
	who: 'visitor-or-member',
	body: Login,
	answers: { 200: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Log in',
		description:
			'Sets the session cookie. What this browser rated as a guest in the last 30 days comes along; `cameAlong` says how many.',
		answers: { 200: 'The member.', 401: 'Wrong username or password; which of them is not said.' },
	}),
})

export const logOut = call({
	method: 'POST',
	path: '/logout',
	who: 'visitor-or-member',
	headers: { 'Logged-Out-Ago': v.string() },
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Log out',
		headers: {
			'Logged-Out-Ago':
				'For a retry: how many milliseconds ago the person logged out. A session that was opened since then stays.',
		},
		answers: { 204: 'This browser has no session any more, if it ever had one.' },
	}),
})

export const signUp = call({
	method: 'POST',
	path: '/users',
	who: 'visitor-or-member',
	body: SignUp,
	answers: { 201: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Make an account',
		description:
			'Sets the session cookie, and takes along what this browser rated as a guest. Where sign-up is by invitation, `invite` is the token of its link.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	}),
})

/** The spec's second endpoint for sign-up. Browsers call it if they remember a user that the server no longer has. */
export const register = call({
	method: 'POST',
	path: '/register',
	who: 'visitor-or-member',
	body: SignUp,
	answers: { 201: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Make an account again',
		description: 'The same as POST /api/users: for a browser that remembers somebody whom the server has lost.',
		answers: { 201: 'The new member.', 403: 'Signing up takes an invitation here.', 409: NAME_TAKEN },
	}),
})

export const whoAmI = call({
	method: 'GET',
	path: '/user',
	who: 'member',
	signInMessage: 'Not logged in',
	answers: { 200: SignedInUser },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Who am I',
		answers: { 200: 'The member behind the session.' },
	}),
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

export const getUser = call({
	method: 'GET',
	path: '/users/:id',
	who: 'visitor-or-member',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: VisibleUser },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Look somebody up',
		description:
			'More of it when it is me. The token of the claim link, of an unclaimed ghost: for its creator, and for whoever rated it; not for guests where sign-up is not open, and for nobody but its creator once it took the place of another. `isRatedByOthers` is for the creator of an unclaimed ghost alone: whether anybody else, guests included, has rated it. `recentRating` is my own newest verdict on them, for six hours.',
		answers: { 200: 'What I may know of them.', 404: NO_USER },
	}),
})

export const rename = call({
	method: 'PUT',
	path: '/users/:id',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: Rename,
	answers: { 200: OwnUser },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Take another username',
		answers: { 200: 'The member, renamed.', 400: NOT_AN_ID, 403: NOT_MINE, 409: NAME_TAKEN },
	}),
})

/**
 * Without a body only the notice is closed, as in the spec: the ratings stay unseen until their driver sees them on the
 * profile.
 */
const SeenRatings = v.nullish(v.object({ isOnProfile: v.optional(v.boolean(), false) }), {})
export type SeenRatings = v.InferOutput<typeof SeenRatings>

export const markRatingsSeen = call({
	method: 'POST',
	path: '/users/:id/mark-ratings-seen',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: SeenRatings,
	answers: { 200: Success },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Say that I saw my new ratings',
		description:
			'Without a body it closes their notice; with `isOnProfile` they have been seen on the profile, and home counts them as new no longer.',
		answers: { 200: 'Noted.', 400: NOT_AN_ID, 403: NOT_MINE },
	}),
})
