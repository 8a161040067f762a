import * as v from 'valibot'
import { DEVICE_ID_START, DEVICE_ID_UNITS_MAX, idFromText } from './known-ids.ts'

/** User ids are random 50-bit integers: safe in JavaScript, and unguessable for ghosts. Drivers are users. */
export const UserId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export type UserId = v.InferOutput<typeof UserId>

/** Random 50-bit integers too, because sequential ids would reveal when a rating was given. */
export const RatingId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export type RatingId = v.InferOutput<typeof RatingId>

/** A browser's id in analytics. The prefix distinguishes it from a member's. */
export const DeviceId = v.pipe(v.string(), v.startsWith(DEVICE_ID_START), v.maxLength(DEVICE_ID_UNITS_MAX))
export type DeviceId = v.InferOutput<typeof DeviceId>

export const IdText = v.pipe(v.string(), v.transform(idFromText), v.number())

/** Any path segment. A segment that cannot be decoded counts as empty. */
const AnyText = v.fallback(v.string(), '')

/** An id in the URL of a read: other text becomes null and gets the response for an unknown id. */
export const IdTextOrNull = v.pipe(AnyText, v.transform(idFromText))

export const TokenText = AnyText

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 500

/** `?limit=`, the maximum number of results: 1 to 500. Invalid values count as absent. */
export const Limit = v.pipe(
	v.optional(v.string(), ''),
	v.transform((text) => Math.min(idFromText(text) ?? LIMIT_DEFAULT, LIMIT_MAX)),
)

export const Moment = v.pipe(v.string(), v.isoTimestamp())

/** A day, where the exact time would reveal too much: `2026-11-21`. */
export const Day = v.pipe(v.string(), v.isoDate())

/** A UTC month: `2026-11`. */
export const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
export type Month = v.InferOutput<typeof Month>
