import * as v from 'valibot'
import { call } from './call.ts'

/**
 * What a signed-in browser is told of while it happens. `notice`: whether there are ratings that this member has not seen
 * yet may have changed, or what became of one that they reported. `home`: their home list has. Neither says more: the
 * browser asks for what it shows.
 */
export type LiveEvent = 'notice' | 'home'

/** Server-sent events (`text/event-stream`): an answer that goes on until one of the two ends it. */
export const EventStream = v.instance(ReadableStream<Uint8Array<ArrayBuffer>>)

export const openLiveStream = call({
	method: 'GET',
	path: '/live',
	who: 'member',
	answers: { 200: EventStream },
})
