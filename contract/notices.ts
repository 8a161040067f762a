import * as v from 'valibot'
import { PublicUser } from './accounts.ts'
import { Month, RatingId } from './ids.ts'
import { Sticker } from './stickers.ts'

const id = v.string()
const trip = { id, token: v.string(), title: v.string() }

/** `id` identifies the occurrence: another trip, answer or month has another one. */
export const Notice = v.union([
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
