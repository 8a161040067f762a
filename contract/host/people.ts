import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NAME_TAKEN, NO_USER, NOT_A_HOST, NOT_AN_ID, NOT_NOW } from '#contract/call-docs.ts'
import { RATINGS_STAY } from '#contract/field-messages.ts'
import { Day, IdText, UserId } from '#contract/ids.ts'
import { NAME_UNITS_MAX } from '#contract/names.ts'
import { Rename, SessionsEnded } from '#contract/own-account.ts'

/** A member as a host sees them. No field may reveal the ratings they gave, not even their number. */
export const Person = v.object({
	id: UserId,
	username: v.string(),
	display_name: v.nullable(v.string()),
	avatarId: v.number(),
	since: Day,
	/**
	 * The Monday of the week of their last visit, because on a quiet day the exact day would identify a rater. Null if
	 * they have not visited since visits are recorded.
	 */
	lastSeenWeek: v.nullable(Day),
	/** Excludes members who act as host only in the desktop app's window. */
	isHost: v.boolean(),
	/** Linked accounts, by the provider's name, so that hosts can spot one that a thief connected. */
	connected: v.array(v.string()),
	/** How many; their names are the member's own. */
	readOnlyTokens: v.number(),
})
export type Person = v.InferOutput<typeof Person>

export const PeoplePage = v.object({ people: v.array(Person), hasMore: v.boolean() })
export type PeoplePage = v.InferOutput<typeof PeoplePage>

/** Shown only once. It works once, within the hour, and replaces an earlier one. */
export const ResetLink = v.object({ token: v.string() })
export type ResetLink = v.InferOutput<typeof ResetLink>

/**
 * The only possible value: the ratings this person gave stay, anonymously, because a choice would let a host see which
 * ones vanish. The field is required so that an outdated page, which promised otherwise, is refused.
 */
export const Removal = v.object({ ratings: v.literal('stay', RATINGS_STAY) })
export type Removal = v.InferOutput<typeof Removal>

/**
 * `ratings`: the number of deleted ratings of their driving. `givenBack`: ghosts that can be claimed again, with their
 * ratings.
 */
export const Removed = v.object({
	ratings: v.number(),
	givenBack: v.array(v.object({ id: UserId, name: v.string(), ratings: v.number() })),
})
export type Removed = v.InferOutput<typeof Removed>

const text = v.optional(v.pipe(v.string(), v.maxLength(NAME_UNITS_MAX)))
const params = v.object({ id: IdText })

const LAST_HOST = 'They are the only host, and others have accounts (`last_host`).'
const OWN_ACCOUNT = 'It is my own account, which is looked after in my settings (`own_account`).'
const REFUSED = { 400: NOT_AN_ID, 403: NOT_NOW, 404: NO_USER }

export const listPeople = call({
	method: 'GET',
	path: '/host/people',
	who: 'host',
	query: v.object({ search: text, after: text }),
	answers: { 200: PeoplePage },
	docs: () => ({
		tag: 'Host',
		summary: 'Who has an account',
		description:
			'By username, in pages of 50; `search` finds letters in the username or the displayed name. When somebody was last seen is a week, and nothing here tells what anybody said.',
		answers: { 200: 'A page of members, and whether there are more.', 400: 'The text is too long.', 403: NOT_A_HOST },
	}),
})

export const makeResetLink = call({
	method: 'POST',
	path: '/host/people/:id/reset-link',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: ResetLink },
	docs: () => ({
		tag: 'Host',
		summary: 'Help somebody who forgot their password',
		description:
			'The link, `/reset/{token}`, is told this once. It works once, within the hour, and takes the place of an earlier one.',
		answers: { 200: 'The token of the link.', ...REFUSED },
	}),
})

export const renamePerson = call({
	method: 'PUT',
	path: '/host/people/:id',
	who: 'host',
	isConfirmed: true,
	params,
	body: Rename,
	answers: { 200: Person },
	docs: () => ({
		tag: 'Host',
		summary: 'Give a member another name',
		description: 'By the rules of their own renaming; they stay signed in.',
		answers: { 200: 'The member, renamed.', ...REFUSED, 409: NAME_TAKEN },
	}),
})

export const makeHost = call({
	method: 'POST',
	path: '/host/people/:id/host',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: Person },
	docs: () => ({
		tag: 'Host',
		summary: 'Make a member host',
		answers: { 200: 'The member; nothing has changed where they were host.', ...REFUSED },
	}),
})

export const unmakeHost = call({
	method: 'DELETE',
	path: '/host/people/:id/host',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: Person },
	docs: () => ({
		tag: 'Host',
		summary: 'Make a host a plain member',
		answers: { 200: 'The member; nothing has changed where they were no host.', ...REFUSED, 409: LAST_HOST },
	}),
})

export const signOutPerson = call({
	method: 'DELETE',
	path: '/host/people/:id/sessions',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: SessionsEnded },
	docs: () => ({
		tag: 'Host',
		summary: 'Sign a member out everywhere',
		description: 'Their read-only tokens end, too.',
		answers: { 200: 'How many sessions there were.', ...REFUSED, 409: OWN_ACCOUNT },
	}),
})

export const removePerson = call({
	method: 'DELETE',
	path: '/host/people/:id',
	who: 'host',
	isConfirmed: true,
	params,
	body: Removal,
	answers: { 200: Removed },
	docs: () => ({
		tag: 'Host',
		summary: 'Delete a member for good',
		description:
			'As when they leave themselves, but the ratings they gave always stay, under nobody’s name: which ones vanish would tell whose they were.',
		answers: {
			200: 'What went, and which ghosts can be claimed again.',
			...REFUSED,
			409: `${LAST_HOST} Or: ${OWN_ACCOUNT}`,
		},
	}),
})
