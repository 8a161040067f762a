import * as v from 'valibot'
import { Rename } from '#contract/accounts.ts'
import { call } from '#contract/call.ts'
import { Day, IdText, UserId } from '#contract/ids.ts'
import { NAME_UNITS_MAX } from '#contract/names.ts'
import { SessionsEnded } from '#contract/own-account.ts'

/** A member as a host sees them. Nothing here may tell what they said of anybody, not even how often. */
export const Person = v.object({
	id: UserId,
	username: v.string(),
	display_name: v.nullable(v.string()),
	avatarId: v.number(),
	since: Day,
	/**
	 * The Monday of the week in which they last came: on a quiet day, the day would name the rater. Null: not since this was
	 * first noted.
	 */
	lastSeenWeek: v.nullable(Day),
	/** Made host. Who is host only by sitting in the desktop app's window is not. */
	isHost: v.boolean(),
})
export type Person = v.InferOutput<typeof Person>

export const PeoplePage = v.object({ people: v.array(Person), hasMore: v.boolean() })
export type PeoplePage = v.InferOutput<typeof PeoplePage>

/** The last part of a link `/reset/{token}`, told once: it works once, within the hour, and takes an earlier one's place. */
export const ResetLink = v.object({ token: v.string() })
export type ResetLink = v.InferOutput<typeof ResetLink>

/**
 * The ratings this person gave stay, under nobody's name: a host who could choose would see which ones vanish. It is sent all
 * the same, so that a page of before that promised otherwise is refused.
 */
export const Removal = v.object({ ratings: v.literal('stay', 'The ratings they gave stay.') })
export type Removal = v.InferOutput<typeof Removal>

/** `ratings`: of their driving; those are gone. `givenBack`: ghosts that can be claimed again, with their ratings. */
export const Removed = v.object({
	ratings: v.number(),
	givenBack: v.array(v.object({ id: UserId, name: v.string(), ratings: v.number() })),
})
export type Removed = v.InferOutput<typeof Removed>

const text = v.optional(v.pipe(v.string(), v.maxLength(NAME_UNITS_MAX)))
const params = v.object({ id: IdText })

/** By username, pages of 50. `after`: the last username of the page before. */
export const listPeople = call({
	method: 'GET',
	path: '/host/people',
	who: 'host',
	query: v.object({ search: text, after: text }),
	answers: { 200: PeoplePage },
})

export const makeResetLink = call({
	method: 'POST',
	path: '/host/people/:id/reset-link',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: ResetLink },
})

export const renamePerson = call({
	method: 'PUT',
	path: '/host/people/:id',
	who: 'host',
	isConfirmed: true,
	params,
	body: Rename,
	answers: { 200: Person },
})

export const makeHost = call({
	method: 'POST',
	path: '/host/people/:id/host',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: Person },
})

export const unmakeHost = call({
	method: 'DELETE',
	path: '/host/people/:id/host',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: Person },
})

export const signOutPerson = call({
	method: 'DELETE',
	path: '/host/people/:id/sessions',
	who: 'host',
	isConfirmed: true,
	params,
	answers: { 200: SessionsEnded },
})

export const removePerson = call({
	method: 'DELETE',
	path: '/host/people/:id',
	who: 'host',
	isConfirmed: true,
	params,
	body: Removal,
	answers: { 200: Removed },
})
