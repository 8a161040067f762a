import * as v from 'valibot'
import { Month, RatingId } from './ids.ts'
import { PublicUser } from './public-user.ts'
import { Sticker } from './stickers.ts'

type Trip = { token: string; title: string }

/**
 * `id` identifies the occurrence: another trip, answer or month has another one. `first-minute` is for a host in the first
 * week, and `left` counts the steps that the server has not seen done. Only a single answer has `ratingId`, `driver` and
 * `sticker`.
 */
export type Notice = { id: string } & (
	| { kind: 'first-minute'; left: number }
	| { kind: 'came-along'; count: number }
	| ({ kind: 'trip' | 'trip-receipt' } & Trip)
	| { kind: 'answers'; count: number; ratingId?: RatingId; driver?: PublicUser; sticker?: Sticker }
	| { kind: 'month'; month: Month }
	| { kind: 'year'; year: number }
)
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

// One object instead of a union of seven, which costs the first screen 1 KB.
export const Notice = v.object({
	kind: v.picklist(NOTICE_KINDS),
	id: v.string(),
	left: v.optional(v.number()),
	count: v.optional(v.number()),
	token: v.optional(v.string()),
	title: v.optional(v.string()),
	ratingId: v.optional(RatingId),
	driver: v.optional(PublicUser),
	sticker: v.optional(Sticker),
	month: v.optional(Month),
	year: v.optional(v.number()),
}) as unknown as v.GenericSchema<Notice>
