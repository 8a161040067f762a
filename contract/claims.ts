import * as v from 'valibot'
import { call } from './call.ts'
import { LINK_DEAD, LINK_MINE, NAME_TAKEN, NOT_AN_ID } from './call-docs.ts'
import { unwrapped } from './hidden-characters.ts'
import { IdText, IdTextOrNull, TokenText, UserId } from './ids.ts'
import { AvatarId, atMost, ClaimPassword, ClaimUsername, EMAIL_UNITS_MAX } from './names.ts'
import { NewPasskey } from './proofs.ts'
import { PublicUser } from './public-user.ts'
import { DriverRating } from './ratings.ts'

export const CLAIM_TOKEN = /^[A-Za-z0-9_-]{10,64}$/

/** The email is always null, because a third party entered it. */
export const ClaimLookup = v.object({
	ghostDriver: v.object({
		display_name: v.nullable(v.string()),
		username: v.string(),
		email: v.null(),
		avatarId: v.number(),
		isGhost: v.boolean(),
	}),
	ratingsCount: v.number(),
	proposedUsername: v.nullable(v.string()),
})
export type ClaimLookup = v.InferOutput<typeof ClaimLookup>

/** Invalid addresses are dropped, so that a typo does not prevent the claim. */
const EmailIfValid = v.fallback(
	v.nullable(v.pipe(v.string(), atMost(EMAIL_UNITS_MAX), v.transform(unwrapped), v.email(), v.maxLength(254))),
	null,
)

/** A signed-in member sends only the token, and claims into their own account. */
export const Claim = v.object({
	token: v.string(),
	username: v.optional(ClaimUsername),
	password: v.optional(ClaimPassword),
	passkey: v.optional(NewPasskey),
	email: v.optional(EmailIfValid, null),
	avatarId: v.optional(AvatarId),
	/** The account to claim into; it guards against another tab having signed in as another member. */
	userId: v.optional(UserId),
})
export type Claim = v.InferOutput<typeof Claim>

export const ClaimForm = v.object({ username: ClaimUsername, password: ClaimPassword })
export type ClaimForm = v.InferOutput<typeof ClaimForm>

export const Claimed = v.object({ user: PublicUser, transferredRatings: v.number(), cameAlong: v.number() })
export type Claimed = v.InferOutput<typeof Claimed>

/** Read-only, because chat apps open links to preview them. */
export const lookUpClaim = call({
	method: 'GET',
	path: '/ghost-drivers/claim/:token',
	who: 'visitor-or-member',
	params: v.object({ token: TokenText }),
	answers: { 200: ClaimLookup },
	docs: () => ({
		tag: 'Ghosts',
		summary: 'Whom a claim link is for',
		answers: {
			200: 'The ghost, how many ratings wait for it, and a username to begin with.',
			404: LINK_DEAD,
			409: LINK_MINE,
		},
	}),
})

/** 200: claimed into the caller's account; 201: into a new one. */
export const claim = call({
	method: 'POST',
	path: '/ghost-drivers/claim',
	who: 'visitor-or-member',
	owner: 'body.userId',
	body: Claim,
	answers: { 200: Claimed, 201: Claimed },
	docs: () => ({
		tag: 'Ghosts',
		summary: 'Claim a ghost',
		description:
			'With a session and only the token it goes to my account. Without, username and password make one, whoever may sign up: the link is the invitation. Log in with them afterwards. With username and a new passkey the session is there at once.',
		answers: {
			200: 'Claimed into my account.',
			201: 'Claimed into a new account.',
			401: '`userId` speaks for a member, but nobody is logged in.',
			403: 'It speaks for somebody else.',
			404: LINK_DEAD,
			409: `${NAME_TAKEN} Or: ${LINK_MINE}`,
		},
	}),
})

export const REVEALED_ONE_BY_ONE = 5

export const Reveal = v.object({
	ratings: v.array(DriverRating),
	total: v.number(),
})
export type Reveal = v.InferOutput<typeof Reveal>

const REVEAL_NOT_MINE = 'I have not claimed this ghost, or it does not exist; which of them is not said.'

/** For the claimer only, until the reveal has started. This call does not start it. */
export const getReveal = call({
	method: 'GET',
	path: '/ghost-drivers/:id/reveal',
	who: 'member',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: Reveal },
	docs: () => ({
		tag: 'Ghosts',
		summary: 'What my claim has brought me',
		description: `The newest ${REVEALED_ONE_BY_ONE} ratings that came with it, as everybody sees them, until I have begun to look at them; \`toReveal\` of GET /api/user says of which ghost.`,
		answers: { 200: 'The ratings.', 404: `${REVEAL_NOT_MINE} Or: I have seen it.` },
		params: { id: 'The ghost that I claimed.' },
	}),
})

/** Keeps the claimer's other browsers from starting the reveal again. */
export const markRevealSeen = call({
	method: 'POST',
	path: '/ghost-drivers/:id/reveal/seen',
	who: 'member',
	params: v.object({ id: IdText }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Ghosts',
		summary: 'Say that I have seen what my claim brought me',
		answers: { 204: 'Noted.', 400: NOT_AN_ID, 404: REVEAL_NOT_MINE },
		params: { id: 'The ghost that I claimed.' },
	}),
})
