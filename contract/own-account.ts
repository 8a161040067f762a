import * as v from 'valibot'
import { OwnUser, SignedInUser } from './accounts.ts'
import { call } from './call.ts'
import { NAME_TAKEN, NO_USER, NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { DriverKind } from './driver-kinds.ts'
import { FILE_FORMAT, NO_SUCH_LANGUAGE, PASSWORD_MISSING, RATINGS_CHOICE } from './field-messages.ts'
import { Day, IdText, IdTextOrNull, Moment, RatingId, UserId } from './ids.ts'
import { impressionFields } from './impressions.ts'
import { LANGUAGE_TAGS } from './languages.ts'
import { AvatarId, NewPassword, OptionalDisplayName, OptionalEmail, Username } from './names.ts'
import { NewsChoice } from './news.ts'
import { OWN_DATA_FORMAT, OWN_DATA_VERSION } from './own-data-limits.ts'
import { SENT_KINDS } from './pictures.ts'
import { Success } from './problems.ts'
import { Proof } from './proofs.ts'
import { ReportReason } from './received-ratings.ts'
import { Sticker } from './stickers.ts'

const OwnPassword = v.optional(v.pipe(v.string(PASSWORD_MISSING), v.minLength(1, PASSWORD_MISSING)))

/** `proof` can replace the current password: members without one set their first with it. */
export const PasswordChange = v.pipe(
	v.object({ currentPassword: OwnPassword, newPassword: NewPassword, proof: v.optional(Proof) }),
	v.forward(
		v.check(({ currentPassword, proof }) => currentPassword !== undefined || proof !== undefined, PASSWORD_MISSING),
		['currentPassword'],
	),
)
export type PasswordChange = v.InferOutput<typeof PasswordChange>

/** Absent fields stay unchanged. Changing or removing `email` requires the password or another proof. */
export const AccountChange = v.object({
	avatarId: v.optional(AvatarId),
	display_name: v.optional(OptionalDisplayName),
	email: v.optional(OptionalEmail),
	/** Null follows each browser. */
	language: v.optional(v.nullable(v.picklist(LANGUAGE_TAGS, NO_SUCH_LANGUAGE))),
	password: v.optional(v.string()),
	proof: v.optional(Proof),
})
export type AccountChange = v.InferOutput<typeof AccountChange>

/** Renaming also changes the display name, as in the spec. */
export const Rename = v.object({ username: Username })
export type Rename = v.InferOutput<typeof Rename>

export const OwnSession = v.object({
	isCurrent: v.boolean(),
	browser: v.nullable(v.string()),
	signedInAt: Moment,
})
export type OwnSession = v.InferOutput<typeof OwnSession>

export const SessionsEnded = v.object({ ended: v.number() })
export type SessionsEnded = v.InferOutput<typeof SessionsEnded>

/** `stay` keeps the ratings that the member gave anonymously. */
export const AccountDeletion = v.pipe(
	v.object({
		password: OwnPassword,
		ratings: v.picklist(['stay', 'go'], RATINGS_CHOICE),
		proof: v.optional(Proof),
	}),
	v.forward(
		v.check(({ password, proof }) => password !== undefined || proof !== undefined, PASSWORD_MISSING),
		['password'],
	),
)
export type AccountDeletion = v.InferOutput<typeof AccountDeletion>

const Verdict = v.object({
	...impressionFields,
	starRating: v.number(),
})

export const OwnData = v.object({
	product: v.literal('Backseat'),
	format: v.literal(OWN_DATA_FORMAT),
	/** Raise it with each change that a reader must know (own-data-file.ts). */
	version: v.literal(OWN_DATA_VERSION),
	exportedAt: Moment,
	news: v.nullable(NewsChoice),
	account: v.object({
		...v.omit(SignedInUser, ['newReplies']).entries,
		lastSeenOn: v.nullable(Day),
		createdAt: Moment,
	}),
	ratingsGiven: v.array(
		v.object({
			id: RatingId,
			driverId: UserId,
			driver: v.string(),
			/** Null for drivers without an account. */
			driverUsername: v.nullable(v.string()),
			...Verdict.entries,
			isPlaceholder: v.boolean(),
			isSealed: v.boolean(),
			reply: v.nullable(Sticker),
			createdAt: Moment,
		}),
	),
	/** From files of other instances. `id` is the one that the verdict had there, so that each is brought once. */
	broughtVerdicts: v.array(
		v.object({ id: RatingId, driver: v.string(), ...Verdict.entries, createdAt: Moment, broughtAt: Moment }),
	),
	/** Without raters and times of day, like every list of a driver's ratings. */
	ratingsReceived: v.array(v.object({ id: RatingId, ...Verdict.entries, createdAt: Day, reply: v.nullable(Sticker) })),
	/** `status` is null if there is nothing left to decide. */
	reports: v.array(
		v.object({
			reason: ReportReason,
			ratedOn: Day,
			reportedOn: Day,
			status: v.nullable(v.picklist(['reported', 'kept', 'removed'])),
		}),
	),
	ghosts: v.array(
		v.object({ id: UserId, display_name: v.nullable(v.string()), isClaimed: v.boolean(), createdAt: Moment }),
	),
	/** Road trips that they made or have a seat on. Other people in the car are not disclosed. */
	trips: v.array(v.object({ name: v.string(), day: Day, isMaker: v.boolean() })),
	/** Without their links, which show the pages to anyone. */
	sentPages: v.array(v.object({ kind: v.picklist(SENT_KINDS), createdAt: Moment, isEnded: v.boolean() })),
	/** The kinds of driver that they have been, each with the day on which they first saw it. */
	kindsSeen: v.array(v.object({ kind: DriverKind, day: Day })),
	hiddenDrivers: v.array(v.object({ driverId: UserId, driver: v.string(), hiddenAt: Moment })),
	/** Only the owner's labels; the public keys are useless elsewhere. */
	passkeys: v.array(v.object({ label: v.string(), host: v.string(), createdAt: Moment, lastUsedOn: v.nullable(Day) })),
	readOnlyTokens: v.array(v.object({ name: v.string(), createdOn: Day, lastUsedOn: v.nullable(Day) })),
	phones: v.array(v.object({ browser: v.nullable(v.string()), since: Moment })),
	identities: v.array(
		v.object({ issuer: v.string(), name: v.string(), linkedAt: Moment, lastUsedOn: v.nullable(Day) }),
	),
	sessions: v.array(v.object({ browser: v.nullable(v.string()), signedInAt: Moment })),
})
export type OwnData = v.InferOutput<typeof OwnData>

const WRONG_PASSWORD = 'That is somebody else’s account, or the password is not the current one.'

export const changeAccount = call({
	method: 'PATCH',
	path: '/users/:id',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: AccountChange,
	answers: { 200: OwnUser },
	docs: () => ({
		tag: 'Own account',
		summary: 'Change my face, name, e-mail address or language',
		description:
			'What is absent stays as it is. Setting or removing the e-mail address takes the password or another proof, and makes an open link for a new password worthless. A blank display name is none. The language is that of pages in browsers where none was chosen, and of mails.',
		answers: { 200: 'The member, changed.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
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

export const changePassword = call({
	method: 'PUT',
	path: '/users/:id/password',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: PasswordChange,
	answers: { 200: Success },
	docs: () => ({
		tag: 'Own account',
		summary: 'Change my password',
		description: 'Ends all sessions but this one, and all read-only tokens.',
		answers: { 200: 'Changed.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	}),
})

export const listSessions = call({
	method: 'GET',
	path: '/users/:id/sessions',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: v.array(OwnSession) },
	docs: () => ({
		tag: 'Own account',
		summary: 'Where I am logged in',
		answers: { 200: 'The current one first, then the newest.', 403: NOT_MINE, 404: NO_USER },
	}),
})

export const endOtherSessions = call({
	method: 'DELETE',
	path: '/users/:id/sessions',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	answers: { 200: SessionsEnded },
	docs: () => ({
		tag: 'Own account',
		summary: 'Log out everywhere else',
		answers: { 200: 'How many there were.', 400: NOT_AN_ID, 403: NOT_MINE },
	}),
})

export const exportOwnData = call({
	method: 'GET',
	path: '/users/:id/data',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdTextOrNull }),
	query: v.object({ format: v.optional(v.picklist(['json', 'csv'], FILE_FORMAT), 'json') }),
	answers: { 200: v.union([OwnData, v.string()]) },
	docs: () => ({
		tag: 'Own account',
		summary: 'Everything that is kept of me',
		answers: {
			200: 'A file: all of it as JSON, or the ratings I gave as CSV.',
			400: 'There is no such format.',
			403: NOT_MINE,
			404: NO_USER,
		},
	}),
})

export const deleteAccount = call({
	method: 'DELETE',
	path: '/users/:id',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: AccountDeletion,
	answers: { 200: Success },
	docs: () => ({
		tag: 'Own account',
		summary: 'Leave for good',
		description:
			'The ratings I gave stay under nobody’s name, or go with me. A ghost that I claimed within the last 7 days waits to be claimed again, with all that was said of that driver.',
		answers: { 200: 'Gone.', 400: NOT_AN_ID, 403: WRONG_PASSWORD },
	}),
})
