import type { UserId } from '#contract/ids.ts'
import { type LiveEvent, type MemberEvent, openLiveStream } from '#contract/live.ts'
import type { Database } from '#db/database.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { busy, notSignedIn, tooMany } from '#server/http/problems.ts'
import type { Log } from '#server/http/request-log.ts'
import type { Clock } from '#server/process/clock.ts'
import type { Queries } from '#server/queries.ts'

/** The session that a stream belongs to and ends with. */
export type StreamSession = { userId: UserId; tokenHash: string; isDesktopWindow?: boolean }
type OpenStream = { session: StreamSession; events: EventStream }

const OF_A_MEMBER_MAX = 5
/** Of everybody: each holds a connection and some 5 KB (docs/performance.md). */
const STREAMS_MAX = 1000
/** Idle connections are closed after ten seconds (IDLE_SECONDS). */
const HEARTBEAT_MS = 7000
/** What happens within this time is told once. */
const MERGE_MS = 50
/** Until then the browser lives on its own refresh, which comes as often. */
const RETRY_AFTER_SECONDS = 30

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** The streams that are open, and who is told what. Nothing of it is kept: a browser that opens a stream asks for what it missed. */
export function createLiveStreams({
	db,
	queries,
	clock,
	log,
}: {
	db: Database
	queries: Queries
	clock: Clock
	log: Log
}) {
	const byMember = new Map<UserId, Set<OpenStream>>()
	const untold = new Map<UserId, Set<MemberEvent>>()
	let areHostsUntold = false
	let count = 0
	let hasEnded = false
	let heart: { cancel(): void } | null = null
	let telling: { cancel(): void } | null = null

	const all = () => [...byMember.values()].flatMap((streams) => [...streams])

	function forget(stream: OpenStream) {
		const { userId } = stream.session
		const streams = byMember.get(userId)
		if (!streams?.delete(stream)) return
		count -= 1
		if (streams.size === 0) byMember.delete(userId)
	}

	function end(stream: OpenStream) {
		forget(stream)
		stream.events.end()
	}

	/** Never throws: it is asked after commits. Where the data cannot be read, nobody is known. */
	function hasSession({ session: { userId, tokenHash } }: OpenStream): boolean {
		try {
			const found = queries.sessions.sessionByHash(tokenHash)
			return found?.userId === userId && found.expiresAt > clock.now()
		} catch (error) {
			log.failure('The session of a stream could not be looked up', error)
			return false
		}
	}

	/** Sends to those that may still hear it and read along; ends the others. */
	function send(streams: Iterable<OpenStream>, say: (events: EventStream) => boolean) {
		for (const stream of streams) if (!(hasSession(stream) && say(stream.events))) end(stream)
	}

	function beat() {
		heart = count === 0 || hasEnded ? null : clock.schedule(beat, HEARTBEAT_MS)
		send(all(), (events) => events.heartbeat())
	}

	/** In the desktop app's own window every member is, and not on their phone. Never throws. */
	function isOfHost({ session: { userId, isDesktopWindow } }: OpenStream): boolean {
		try {
			return isDesktopWindow === true || queries.hosts.isHost(userId)
		} catch (error) {
			log.failure('Whether a stream is a host’s could not be looked up', error)
			return false
		}
	}

	function tellAll() {
		telling = null
		const due = [...untold]
		untold.clear()
		if (areHostsUntold) send(all().filter(isOfHost), (events) => events.tell('host'))
		areHostsUntold = false
		for (const [userId, told] of due)
			send([...(byMember.get(userId) ?? [])], (events) => [...told].every((event) => events.tell(event)))
	}

	function note(userId: UserId, event: MemberEvent) {
		if (!byMember.has(userId)) return
		untold.set(userId, (untold.get(userId) ?? new Set()).add(event))
		telling ??= clock.schedule(tellAll, MERGE_MS)
	}

	function noteHosts() {
		if (count === 0) return
		areHostsUntold = true
		telling ??= clock.schedule(tellAll, MERGE_MS)
	}

	return {
		/** Tells all browsers of a member, once what is being written is on disk. */
		tell: (userId: UserId, event: MemberEvent) => db.afterCommit(() => note(userId, event)),

		/** Tells those of all hosts that how many reports wait has changed. */
		tellHosts: () => db.afterCommit(noteHosts),

		open(session: StreamSession): ReadableStream<Uint8Array<ArrayBuffer>> {
			if (hasEnded || count >= STREAMS_MAX) throw busy()
			const streams = byMember.get(session.userId) ?? new Set()
			if (streams.size >= OF_A_MEMBER_MAX) throw tooMany(RETRY_AFTER_SECONDS)
			const stream: OpenStream = { session, events: eventStream(() => forget(stream)) }
			byMember.set(session.userId, streams.add(stream))
			count += 1
			heart ??= clock.schedule(beat, HEARTBEAT_MS)
			return stream.events.body
		},

		/** To be called when sessions were deleted. What another program deletes, a command say, is found at the next heartbeat. */
		endWithoutSession() {
			for (const stream of all()) if (!hasSession(stream)) end(stream)
		},

		/** How many are open. */
		count: () => count,

		/** Before the server stops, which waits for answers that have begun. From here on none is opened. */
		endAll() {
			hasEnded = true
			heart?.cancel()
			telling?.cancel()
			for (const stream of all()) end(stream)
		},
	}
}

export const liveFeature = ({ live }: { live: LiveStreams }): Feature => ({
	routes: [
		route(openLiveStream, ({ me, browser, isDesktopWindow, isHead, setHeader }) => {
			const tokenHash = browser.session()
			if (tokenHash === null) throw notSignedIn()
			// nginx collects what comes in small pieces, unless it is told not to.
			setHeader('X-Accel-Buffering', 'no')
			// Elysia answers HEAD with the headers of GET, and reads its body to the end.
			return isHead ? new Blob().stream() : live.open({ userId: me, tokenHash, isDesktopWindow })
		}),
	],
})

type EventStream = ReturnType<typeof eventStream>

/** What a reader is behind by at most, beside what the network holds: then it reads nothing, or far too slowly. */
const UNREAD_MAX = 16

/** How long a browser waits that opens it again by itself. */
const RETRY_MS = 2000

const encoder = new TextEncoder()
const OPENING = encoder.encode(`retry: ${RETRY_MS}\n: open\n\n`)
const HEARTBEAT = encoder.encode(':\n\n')
const EVENTS: Record<LiveEvent, Uint8Array<ArrayBuffer>> = {
	notice: encoder.encode('event: notice\ndata: {}\n\n'),
	home: encoder.encode('event: home\ndata: {}\n\n'),
	replies: encoder.encode('event: replies\ndata: {}\n\n'),
	trip: encoder.encode('event: trip\ndata: {}\n\n'),
	host: encoder.encode('event: host\ndata: {}\n\n'),
}

/**
 * One body of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). `onLeft`: the reader is gone.
 * What is sent answers false where the reader is too far behind; then it is to be ended.
 */
function eventStream(onLeft: () => void) {
	let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			start: (started) => {
				controller = started
			},
			cancel: () => {
				controller = null
				onLeft()
			},
		},
		new CountQueuingStrategy({ highWaterMark: UNREAD_MAX }),
	)
	const send = (bytes: Uint8Array<ArrayBuffer>): boolean => {
		if (!controller?.desiredSize || controller.desiredSize < 0) return false
		controller.enqueue(bytes)
		return true
	}
	send(OPENING)
	return {
		body,
		tell: (event: LiveEvent) => send(EVENTS[event]),
		heartbeat: () => send(HEARTBEAT),
		end() {
			controller?.close()
			controller = null
		},
	}
}
