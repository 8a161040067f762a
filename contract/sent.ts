import * as v from 'valibot'
import { call } from './call.ts'
import { NOT_AN_ID } from './call-docs.ts'
import { Month, RatingId, TokenText, UserId } from './ids.ts'
import { DriverPictures, SENT_KINDS } from './pictures.ts'

/** Days for which a sent page can be opened. */
export const SENT_DAYS = 90
/** Pages that one member or guest may send within 24 hours. */
export const SENT_MAX = 20

export const SentKind = v.picklist(SENT_KINDS)
export type SentKind = v.InferOutput<typeof SentKind>

export const SENT_ID = /^[A-Za-z0-9_-]{22}$/

export const sentPath = (id: string): string => `/r/${id}`

const Name = v.pipe(v.string(), v.maxLength(40))

/**
 * `pool` and `place` are a joke of my-receipt.ts, and `award` is a key of receipts.ts. The server checks them, because
 * neither file belongs on every screen that sends something.
 */
export const NewSentPage = v.union([
	v.object({
		kind: v.literal('receipt'),
		ratingId: RatingId,
		pool: Name,
		place: v.pipe(v.number(), v.integer(), v.minValue(0)),
	}),
	v.object({ kind: v.literal('award'), month: Month, award: Name }),
	v.object({ kind: v.literal('month'), month: Month }),
	v.object({ kind: v.literal('year'), year: v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(9999)) }),
])
export type NewSentPage = v.InferOutput<typeof NewSentPage>

export const SentLink = v.object({ id: v.string(), path: v.string() })
export type SentLink = v.InferOutput<typeof SentLink>

/** Contents of the page. `driverId` is the driver to rate: null on a month, which has `month` instead, and on a year of judging. */
export const SentPage = v.object({
	kind: SentKind,
	title: v.string(),
	description: v.string(),
	alt: v.string(),
	pictures: DriverPictures,
	driverId: v.nullable(UserId),
	month: v.nullable(Month),
})
export type SentPage = v.InferOutput<typeof SentPage>

const params = v.object({ id: TokenText })
const NO_PAGE = 'There is no such page, or no longer; which of them is not said.'

export const sendPage = call({
	method: 'POST',
	path: '/sent',
	who: 'guest-or-member',
	body: NewSentPage,
	answers: { 201: SentLink },
	docs: () => ({
		tag: 'Sent pages',
		summary: 'Make a page for a chat',
		description: `A receipt of mine, an award I have won, a printed month, or my year. The page has a picture and needs no log-in. It ends after ${SENT_DAYS} days, with its rating, with my account or the driver's, or when I end it. I can send ${SENT_MAX} in 24 hours.`,
		answers: {
			201: 'The page, at `path` below the base path.',
			400: `There is no such joke. ${NOT_AN_ID}`,
			404: 'It is not mine to send, or does not exist; which of them is not said.',
			409: 'The rating is sealed (`sealed`).',
			429: `${SENT_MAX} pages were sent within 24 hours.`,
		},
	}),
})

export const getSentPage = call({
	method: 'GET',
	path: '/sent/:id',
	who: 'anyone',
	params,
	answers: { 200: SentPage },
	docs: () => ({
		tag: 'Sent pages',
		summary: 'What a sent page shows',
		description:
			'The link is the permission. What may be shown is decided each time: a changed rating changes its picture.',
		answers: { 200: 'The page.', 404: NO_PAGE },
		params: { id: 'The last part of the link.' },
	}),
})

export const endSentPage = call({
	method: 'DELETE',
	path: '/sent/:id',
	who: 'guest-or-member',
	params,
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Sent pages',
		summary: 'End a page that I have sent',
		answers: { 204: 'It has ended.', 404: NO_PAGE },
		params: { id: 'The last part of the link.' },
	}),
})
