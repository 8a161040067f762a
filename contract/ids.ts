import './default-messages.ts'
import * as v from 'valibot'

/** User ids are random 50-bit integers: safe in JavaScript, and unguessable for ghosts. Drivers are users. */
export const UserId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export type UserId = v.InferOutput<typeof UserId>

/** Random 50-bit integers too: ids that count up would show everybody when a rating was given. */
export const RatingId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export type RatingId = v.InferOutput<typeof RatingId>

/** A browser's name in analytics. With its prefix none can pass for a member's. */
export const DeviceId = v.pipe(v.string(), v.startsWith('device_'), v.maxLength(36))
export type DeviceId = v.InferOutput<typeof DeviceId>

/** The rater of everything that guests say. Made by the first migration; cannot sign in; shown nowhere. */
export const GUEST_ID: UserId = 1

/** The driver every visitor may rate, username 'demo'. Made by the first migration; cannot sign in. */
export const DEMO_DRIVER_ID: UserId = 2

/** Reads an id from an address; null for everything that is not one, so that the caller can answer 'not found'. */
export function idFromText(text: string): number | null {
	if (!/^[1-9]\d{0,15}$/.test(text)) return null
	const id = Number(text)
	return Number.isSafeInteger(id) ? id : null
}

/** An id in the address of a write: nonsense there is a mistake. */
export const IdText = v.pipe(v.string(), v.transform(idFromText), v.number())

/** A part of an address that may be anything. One that cannot be decoded counts as empty. */
const AnyText = v.fallback(v.string(), '')

/** An id in the address of a read: nonsense is null there, and answered like an id that nobody has. */
export const IdTextOrNull = v.pipe(AnyText, v.transform(idFromText))

/** The token of a link. One that cannot be one is answered like an unknown one. */
export const TokenText = AnyText

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 500

/** `?limit=`, how many at most: 1 to 500. Nonsense counts as absent. */
export const Limit = v.pipe(
	v.optional(v.string(), ''),
	v.transform((text) => Math.min(idFromText(text) ?? LIMIT_DEFAULT, LIMIT_MAX)),
)

/** A moment as it travels: ISO 8601 in UTC. */
export const Moment = v.pipe(v.string(), v.isoTimestamp())

/** A day as it travels, when the exact time would say too much: `2026-11-21`. */
export const Day = v.pipe(v.string(), v.isoDate())

/** A month of UTC as it travels: `2026-11`. */
export const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
export type Month = v.InferOutput<typeof Month>
