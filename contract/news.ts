import * as v from 'valibot'
import { call } from './call.ts'
import { LINK_DEAD, NO_USER, NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import {
	ENDPOINT_TOO_LONG,
	NEWS_HALF_HOUR,
	NEWS_RHYTHM,
	NOT_A_BROWSER_KEY,
	NOT_A_TIME_ZONE,
	REQUIRED,
} from './field-messages.ts'
import { IdText, IdTextOrNull, Moment, TokenText } from './ids.ts'
import { Success } from './problems.ts'

/* News by push and mail: at most one message per member and day. The rule is in features/news/news-rule.ts. */

export const NEWS_MINUTE = 18 * 60 + 30
export const NEWS_MINUTE_FIRST = 8 * 60
export const NEWS_MINUTE_LAST = 21 * 60
export const NEWS_MINUTE_STEP = 30

export const PUSH_SUBSCRIPTIONS_MAX = 5

export const NewsRhythm = v.picklist(['evenings', 'sundays', 'never'], NEWS_RHYTHM)
export type NewsRhythm = v.InferOutput<typeof NewsRhythm>

/** Minute of the day in the member's time zone. */
export const NewsMinute = v.pipe(
	v.number(NEWS_HALF_HOUR),
	v.integer(NEWS_HALF_HOUR),
	v.minValue(NEWS_MINUTE_FIRST, NEWS_HALF_HOUR),
	v.maxValue(NEWS_MINUTE_LAST, NEWS_HALF_HOUR),
	v.multipleOf(NEWS_MINUTE_STEP, NEWS_HALF_HOUR),
)

/** An IANA name rather than an offset such as +01:00, which has no daylight saving time. */
export const TimeZone = v.pipe(
	v.string(NOT_A_TIME_ZONE),
	v.maxLength(64, NOT_A_TIME_ZONE),
	v.regex(/^[A-Za-z]/, NOT_A_TIME_ZONE),
	v.check(isTimeZone, NOT_A_TIME_ZONE),
)

export const NewsChoice = v.object({
	rhythm: NewsRhythm,
	minute: NewsMinute,
	timeZone: TimeZone,
	mail: v.boolean(),
})
export type NewsChoice = v.InferOutput<typeof NewsChoice>

/** Defaults to `never`, 18:30 and no time zone. */
export const News = v.object({
	...NewsChoice.entries,
	timeZone: v.nullable(v.string()),
	isEmailVerified: v.boolean(),
})
export type News = v.InferOutput<typeof News>

export const NewPushSubscription = v.object({
	endpoint: v.pipe(v.string(REQUIRED), v.maxLength(2048, ENDPOINT_TOO_LONG)),
	keys: v.object({
		/** A point of P-256: 65 bytes. */
		p256dh: v.pipe(v.string(REQUIRED), v.regex(/^[A-Za-z0-9_-]{87}$/, NOT_A_BROWSER_KEY)),
		/** 16 bytes. */
		auth: v.pipe(v.string(REQUIRED), v.regex(/^[A-Za-z0-9_-]{22}$/, NOT_A_BROWSER_KEY)),
	}),
})
export type NewPushSubscription = v.InferOutput<typeof NewPushSubscription>

export const PushSubscriptionId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
export type PushSubscriptionId = v.InferOutput<typeof PushSubscriptionId>

/** Omits the endpoint, which is secret. */
export const OwnPushSubscription = v.object({
	id: PushSubscriptionId,
	/** SHA-256 in hex, by which a browser recognises its own subscription. */
	endpointHash: v.string(),
	browser: v.nullable(v.string()),
	createdAt: Moment,
})
export type OwnPushSubscription = v.InferOutput<typeof OwnPushSubscription>

/** `rang` is the number of phones whose push service accepted the test. */
export const NewsTest = v.object({ rang: v.number(), phones: v.number() })
export type NewsTest = v.InferOutput<typeof NewsTest>

/**
 * The JSON payload of a push message, padded to a constant length before encryption. `claimed`: another person claimed a
 * ghost that the member made; `name` is the ghost's, if it has one and it fits. `report-waits` is for hosts. `several`
 * counts news of more than one kind. `test` has no count. `language` is what the member chose; without it the browser's counts.
 */
export type PushMessage = {
	v: 1
	kind: 'ratings' | 'claimed' | 'report-decided' | 'report-waits' | 'several' | 'test'
	count?: number
	name?: string
	language?: string
}

/** The token of `List-Unsubscribe`: in the URL, as mail programs send it, or in a JSON body. */
const StopToken = v.optional(v.pipe(v.string(), v.maxLength(128)))
export const NewsStop = v.nullish(v.object({ token: StopToken }))
export type NewsStop = v.InferOutput<typeof NewsStop>

const NO_PUSH = 'This server rings no phones: its operator has not set push-contact.'

export const getNews = call({
	method: 'GET',
	path: '/users/:id/news',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: News },
	docs: () => ({
		tag: 'News',
		summary: 'When and how I am told',
		answers: { 200: 'What I chose.', 403: NOT_MINE, 404: NO_USER },
	}),
})

export const changeNews = call({
	method: 'PUT',
	path: '/users/:id/news',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: NewsChoice,
	answers: { 200: News },
	docs: () => ({
		tag: 'News',
		summary: 'Choose when and how I am told',
		description:
			'Once a day at most, how many and nothing else: nobody is told at once, because that would show who rated. A phone rings once it has subscribed, too.',
		answers: {
			200: 'Chosen.',
			400: NOT_AN_ID,
			403: NOT_MINE,
			409: 'By mail, and the address of my account is not verified (`email_not_verified`), or this server sends none (`no_mail`).',
		},
	}),
})

export const listPushSubscriptions = call({
	method: 'GET',
	path: '/users/:id/push',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: v.array(OwnPushSubscription) },
	docs: () => ({
		tag: 'News',
		summary: 'My phones that ring',
		answers: { 200: 'Newest first, without their endpoints.', 403: NOT_MINE, 404: NO_USER },
	}),
})

/** A known endpoint keeps its id and moves to this member and session. */
export const addPushSubscription = call({
	method: 'POST',
	path: '/users/:id/push',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: NewPushSubscription,
	answers: { 201: v.object({ id: PushSubscriptionId }) },
	docs: () => ({
		tag: 'News',
		summary: 'Let this phone ring',
		description:
			'Until this session ends. An endpoint that another member or session had before is mine from then on. It rings only with a rhythm: PUT /api/users/{id}/news.',
		answers: {
			201: 'It rings.',
			400: 'Those are no keys of a browser, or the endpoint is not one of a push service that this server knows.',
			403: NOT_MINE,
			404: NO_PUSH,
			409: 'Five of mine ring already (`too_many_phones`).',
		},
	}),
})

export const dropPushSubscription = call({
	method: 'DELETE',
	path: '/users/:id/push',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: v.object({ id: PushSubscriptionId }),
	answers: { 200: Success },
	docs: () => ({
		tag: 'News',
		summary: 'Let a phone of mine ring no longer',
		answers: { 200: 'It does not ring, if it ever did.', 400: NOT_AN_ID, 403: NOT_MINE },
	}),
})

export const testNews = call({
	method: 'POST',
	path: '/users/:id/news/test',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	answers: { 200: NewsTest },
	docs: () => ({
		tag: 'News',
		summary: 'Let my phones ring now',
		answers: { 200: 'How many of them a push service took it for.', 400: NOT_AN_ID, 403: NOT_MINE, 404: NO_PUSH },
	}),
})

export const askForEmailCheck = call({
	method: 'POST',
	path: '/users/:id/email/check',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	answers: { 202: Success },
	docs: () => ({
		tag: 'News',
		summary: 'Ask for a link that verifies my e-mail address',
		description: 'It works once, within 24 hours. Asking again makes the earlier one worthless.',
		answers: {
			202: 'It is on its way, unless the address is verified already.',
			400: NOT_AN_ID,
			403: NOT_MINE,
			404: 'This server sends no mail.',
			409: 'I gave no address (`no_email`).',
		},
	}),
})

/** Not a GET, because mail programs open links to scan them. */
export const verifyEmail = call({
	method: 'POST',
	path: '/email-checks/:token',
	who: 'anyone',
	params: v.object({ token: TokenText }),
	answers: { 200: Success },
	docs: () => ({
		tag: 'Links',
		summary: 'Verify an e-mail address by a link',
		answers: { 200: 'Verified.', 404: LINK_DEAD },
	}),
})

/** Also accepts the form of RFC 8058, from any site and without a session, because mail programs send it. */
export const stopNews = call({
	method: 'POST',
	path: '/news/stop',
	who: 'anyone',
	query: v.object({ token: StopToken }),
	body: NewsStop,
	answers: { 200: Success },
	docs: () => ({
		tag: 'Links',
		summary: 'No more news by mail',
		description: 'What `List-Unsubscribe` of each such mail leads to. Phones go on ringing.',
		answers: { 200: 'There will be none.', 404: LINK_DEAD },
	}),
})

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name })
		return true
	} catch {
		return false
	}
}
