import * as v from 'valibot'
import { PublicUser } from './accounts.ts'
import { call } from './call.ts'
import { Month, RatingId } from './ids.ts'
import { Sticker } from './stickers.ts'

const id = v.string()
const trip = { id, token: v.string(), title: v.string() }

/** `id` identifies the occurrence: another trip, answer or month has another one. */
export const Notice = v.variant('kind', [
	/** For a host in the first week; `left` counts the steps that the server has not seen done. */
	v.object({ kind: v.literal('first-minute'), id, left: v.number() }),
	v.object({ kind: v.literal('came-along'), id, count: v.number() }),
	v.object({ kind: v.literal('trip'), ...trip }),
	/** The last three only for a single answer. */
	v.object({
		kind: v.literal('answers'),
		id,
		count: v.number(),
		ratingId: v.optional(RatingId),
		driver: v.optional(PublicUser),
		sticker: v.optional(Sticker),
	}),
	v.object({ kind: v.literal('trip-receipt'), ...trip }),
	v.object({ kind: v.literal('month'), id, month: Month }),
	v.object({ kind: v.literal('year'), id, year: v.number() }),
])
export type Notice = v.InferOutput<typeof Notice>
export type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>

/** In the order in which they are due; home shows the first one. */
export const NOTICE_KINDS = [
	'first-minute',
	'came-along',
	'trip',
	'answers',
	'trip-receipt',
	'month',
	'year',
] as const satisfies readonly Notice['kind'][]
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const putNoticeAway = call({
	method: 'POST',
	path: '/home/notices/:kind/put-away',
	who: 'visitor-or-member',
	params: v.object({ kind: v.picklist(NOTICE_KINDS) }),
	/** Without `id` the occurrence that is due now is put away. */
	body: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Drivers',
		summary: 'Put away a notice of home',
		description:
			'For me on all my devices; a guest by cookie. A new answer, trip or month is announced again. Without session and cookie it has no effect.',
		answers: { 204: 'It is put away, or was not due.', 400: 'There is no such kind of notice.' },
		params: { kind: 'The kind of the notice.' },
	}),
})
