import * as v from 'valibot'
import { call } from './call.ts'
import { DRIVER_KINDS, DriverKind } from './driver-kinds.ts'
import { Day, Moment, Month } from './ids.ts'
import { AwardKey } from './receipts.ts'
import { SentKind } from './sent.ts'
import { TripState } from './trips.ts'

export const KINDS_OF_DRIVER = /* @__PURE__ */ Object.keys(DRIVER_KINDS).length

/** All lists are newest first, except that awards of one month are in the order of its receipt. */
export const Glovebox = v.object({
	/** Trips on which the caller has a seat. */
	trips: v.array(v.object({ token: v.string(), title: v.string(), state: TripState, openedAt: v.nullable(Moment) })),
	/** Printed months with rides in which the member drove, judged, or had an account. */
	months: v.array(Month),
	/** Years in which the member drove or judged. */
	years: v.array(v.number()),
	kinds: v.object({ seen: v.array(v.object({ kind: DriverKind, day: Day })), of: v.number() }),
	awards: v.array(v.object({ month: Month, award: AwardKey })),
	/** Pages at `/r/{id}` that have not ended. */
	sent: v.array(
		v.object({
			id: v.string(),
			kind: SentKind,
			/** The driver on a receipt. */
			driver: v.optional(v.string()),
			month: v.optional(Month),
			award: v.optional(AwardKey),
			year: v.optional(v.number()),
			path: v.string(),
			createdAt: Moment,
			expiresAt: Moment,
		}),
	),
	/** How many verdicts the member brought from other instances. */
	brought: v.optional(v.number(), 0),
})
export type Glovebox = v.InferOutput<typeof Glovebox>

export const getGlovebox = call({
	method: 'GET',
	path: '/glovebox',
	who: 'visitor-or-member',
	answers: { 200: Glovebox },
	docs: () => ({
		tag: 'Drivers',
		summary: 'What I took part in',
		description:
			'Road trips that I am or was in, printed months, years, the kinds of driver I have been, awards of mine, pages that I have sent, and how many verdicts I brought. For guests, by cookie, trips and pages.',
		answers: { 200: 'For strangers the lists are empty.' },
	}),
})
