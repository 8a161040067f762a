import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST, NOT_AN_ID, NOT_NOW } from '#contract/call-docs.ts'
import { DAYS_TOO_FEW, DAYS_TOO_MANY, NOTE_TOO_LONG, USES_TOO_FEW, USES_TOO_MANY } from '#contract/field-messages.ts'
import { IdText, Moment } from '#contract/ids.ts'
import { idFromText } from '#contract/known-ids.ts'
import { typedText } from '#contract/names.ts'

export const NOTE_MAX = 200
/** The form's maximum; a command allows more. */
export const USES_MAX = 10_000
export const DAYS_MAX = 365

const Note = v.pipe(
	v.nullish(typedText(NOTE_TOO_LONG), null),
	v.transform((note) => note?.trim() || null),
)

/** Null uses means unlimited. Null days means valid until revoked. */
export const NewInvitation = v.object({
	note: Note,
	uses: v.nullable(
		v.pipe(
			v.number(USES_TOO_FEW),
			v.integer(USES_TOO_FEW),
			v.minValue(1, USES_TOO_FEW),
			v.maxValue(USES_MAX, USES_TOO_MANY),
		),
	),
	days: v.nullable(
		v.pipe(
			v.number(DAYS_TOO_FEW),
			v.integer(DAYS_TOO_FEW),
			v.minValue(1, DAYS_TOO_FEW),
			v.maxValue(DAYS_MAX, DAYS_TOO_MANY),
		),
	),
})
export type NewInvitation = v.InferInput<typeof NewInvitation>

export const InvitationState = v.picklist(['open', 'used_up', 'expired', 'revoked'])
export type InvitationState = v.InferOutput<typeof InvitationState>

export const Invitation = v.object({
	id: v.number(),
	note: v.nullable(v.string()),
	uses: v.number(),
	maxUses: v.nullable(v.number()),
	state: InvitationState,
	createdAt: Moment,
	expiresAt: v.nullable(Moment),
})
export type Invitation = v.InferOutput<typeof Invitation>

/** Only this response contains the token. */
export const InvitationWithToken = v.object({ ...Invitation.entries, token: v.string() })
export type InvitationWithToken = v.InferOutput<typeof InvitationWithToken>

/** Newest first, pages of 50; `?before=<id>` returns older ones. Excludes the setup link. */
export const listInvitations = call({
	method: 'GET',
	path: '/host/invitations',
	who: 'host',
	query: v.object({ before: v.optional(v.pipe(v.string(), v.transform(idFromText))) }),
	answers: { 200: v.object({ invitations: v.array(Invitation), hasMore: v.boolean() }) },
	docs: () => ({
		tag: 'Host',
		summary: 'Invitations',
		description: 'Newest first, in pages of 50, without their links. The link of a first start is not among them.',
		params: { before: 'Only those that are older than this one. Anything else counts as absent.' },
		answers: { 200: 'A page, and whether there are older ones.', 403: NOT_A_HOST },
	}),
})

export const makeInvitation = call({
	method: 'POST',
	path: '/host/invitations',
	who: 'host',
	isConfirmed: true,
	body: NewInvitation,
	answers: { 201: InvitationWithToken },
	docs: () => ({
		tag: 'Host',
		summary: 'Make an invitation',
		description: 'Where sign-up is closed it has no effect; where sign-up is open nobody needs it.',
		answers: { 201: 'The invitation with the token of its link, this once.', 403: NOT_NOW },
	}),
})

/** Accounts made with it stay. Idempotent. */
export const revokeInvitation = call({
	method: 'POST',
	path: '/host/invitations/:id/revoke',
	who: 'host',
	isConfirmed: true,
	params: v.object({ id: IdText }),
	answers: { 200: Invitation },
	docs: () => ({
		tag: 'Host',
		summary: 'Revoke an invitation',
		description: 'Accounts that were made with it stay. A second time changes nothing.',
		params: { id: 'The invitation.' },
		answers: {
			200: 'It no longer works.',
			400: NOT_AN_ID,
			403: NOT_NOW,
			404: 'There is no such invitation.',
		},
	}),
})
