import * as v from 'valibot'
import { call } from './call.ts'

/**
 * Events for a signed-in browser. `notice`: the member's unseen ratings may have changed, or the status of a rating they
 * reported. `home`: their home list changed. `replies`: a driver's reply to a rating they gave changed, or their own reply
 * to one they received. `trip`: a road trip that they are in changed; ratings on it raise no event. `host`, only for hosts:
 * the number of waiting reports changed. Events carry no data, so the browser fetches what it shows.
 */
export type LiveEvent = MemberEvent | 'host'
export type MemberEvent = 'notice' | 'home' | 'replies' | 'trip'

/** Server-sent events (`text/event-stream`): a response that stays open until either side ends it. */
export const EventStream = v.instance(ReadableStream<Uint8Array<ArrayBuffer>>)

export const openLiveStream = call({
	method: 'GET',
	path: '/live',
	who: 'member',
	answers: { 200: EventStream },
	docs: () => ({
		tag: 'Instance',
		summary: 'What happens, while it happens',
		description:
			'Server-sent events. `notice`: I have new ratings, or no longer any. `home`: my home list has changed. `replies`: what a driver answered to a rating of mine has, or what I answered to one of me. `trip`: a road trip that I am in has; that one of us rates is not told. `host`, for hosts alone: a report has come, was decided or withdrawn. The data of each is `{}`: ask the call that has what you show. A comment comes every few seconds, so that nobody takes the connection for dead. It ends with my session and when the server stops. A client that opens it again asks anew, as nothing is repeated.',
		answers: {
			200: 'Events, until one of us ends it.',
			429: 'Five of mine are open already; or what it says below.',
			503: 'Too many are open on this server; or what it says below.',
		},
	}),
})
