import * as v from 'valibot'
import { call } from './call.ts'

/**
 * What a signed-in browser is told of while it happens. `notice`: whether there are ratings that this member has not seen
 * yet may have changed, or what became of one that they reported. `home`: their home list has. `replies`: what a driver
 * answered to a rating that they gave has, or what they answered to one that they got. `trip`: a road trip that they are in has, never that
 * anybody has rated. `host`, for hosts alone: how many
 * reports wait has. None says more: the browser asks for what it shows.
 */
export type LiveEvent = MemberEvent | 'host'
export type MemberEvent = 'notice' | 'home' | 'replies' | 'trip'

/** Server-sent events (`text/event-stream`): an answer that goes on until one of the two ends it. */
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
