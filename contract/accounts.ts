import * as v from 'valibot'
import { call } from './call.ts'
import { NO_USER } from './call-docs.ts'
import { IdTextOrNull, Moment, RatingId, UserId } from './ids.ts'
import type { Impressions } from './impressions.ts'
import { PublicUser } from './public-user.ts'

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
	/** The tag of the language chosen in Settings; absent if they follow each browser. */
	language: v.optional(v.string()),
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

export const whoAmI = call({
	method: 'GET',
	path: '/user',
	who: 'member',
	signInReason: 'no_session',
	answers: { 200: SignedInUser },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Who am I',
		answers: { 200: 'The member behind the session.' },
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
