import type { UserId } from '#contract/ids.ts'
import { type LiveEvent, type MemberEvent, openLiveStream } from '#contract/live.ts'
import type { Database } from '#db/database.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { busy, notSignedIn, tooMany } from '#server/http/problems.ts'
import type { Log } from '#server/http/request-log.ts'
import type { Clock } from '#server/process/clock.ts'
import type { Queries } from '#server/queries.ts'

export type StreamSession = { userId: UserId; tokenHash: string; isDesktopWindow?: boolean }
type OpenStream = { session: StreamSession; events: EventStream }

const OF_A_MEMBER_MAX = 5
/** Limit for all members together; each stream holds a connection and about 5 KB (docs/performance.md). */
const STREAMS_MAX = 1000
/** Below `IDLE_SECONDS`, after which the server closes idle connections. */
const HEARTBEAT_MS = 7000
/** Events within this time are merged. */
const MERGE_MS = 50
/** Matches how often the browser polls without a stream. */
const RETRY_AFTER_SECONDS = 30

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Nothing is stored: a browser that opens a stream refetches. */
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
	let pending: { cancel(): void } | null = null

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

	/** Runs after commits, so it must not throw; an unreadable database counts as no session. */
	function hasSession({ session: { userId, tokenHash } }: OpenStream): boolean {
		try {
			const found = queries.sessions.sessionByHash(tokenHash)
			return found?.userId === userId && found.expiresAt > clock.now()
		} catch (error) {
			log.failure('The session of a stream could not be looked up', error)
			return false
		}
	}

	/** Ends streams that are too slow or whose session is gone. */
	function send(streams: Iterable<OpenStream>, write: (events: EventStream) => boolean) {
		for (const stream of streams) if (!(hasSession(stream) && write(stream.events))) end(stream)
	}

	function beat() {
		heart = count === 0 || hasEnded ? null : clock.schedule(beat, HEARTBEAT_MS)
		send(all(), (events) => events.heartbeat())
	}

	/** In the desktop app's window every member is a host; elsewhere only hosts are. Runs after commits, so it must not throw. */
	function isOfHost({ session: { userId, isDesktopWindow } }: OpenStream): boolean {
		try {
			return isDesktopWindow === true || queries.hosts.isHost(userId)
		} catch (error) {
			log.failure('Whether a stream is a host’s could not be looked up', error)
			return false
		}
	}

	function notifyAll() {
		pending = null
		const due = [...untold]
		untold.clear()
		if (areHostsUntold) send(all().filter(isOfHost), (events) => events.notify('host'))
		areHostsUntold = false
		for (const [userId, news] of due)
			send([...(byMember.get(userId) ?? [])], (events) => [...news].every((event) => events.notify(event)))
	}

	function note(userId: UserId, event: MemberEvent) {
		if (!byMember.has(userId)) return
		untold.set(userId, (untold.get(userId) ?? new Set()).add(event))
		pending ??= clock.schedule(notifyAll, MERGE_MS)
	}

	function noteHosts() {
		if (count === 0) return
		areHostsUntold = true
		pending ??= clock.schedule(notifyAll, MERGE_MS)
	}

	return {
		notify: (userId: UserId, event: MemberEvent) => db.afterCommit(() => note(userId, event)),

		notifyHosts: () => db.afterCommit(noteHosts),

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

		/** Call after deleting sessions. Deletions by another process are found at the next heartbeat. */
		endWithoutSession() {
			for (const stream of all()) if (!hasSession(stream)) end(stream)
		},

		count: () => count,

		/** A stop waits for open responses, so this ends them and refuses new ones. */
		endAll() {
			hasEnded = true
			heart?.cancel()
			pending?.cancel()
			for (const stream of all()) end(stream)
		},
	}
}

export const liveFeature = ({ live }: { live: LiveStreams }): Feature => ({
	routes: [
		route(openLiveStream, ({ me, browser, isDesktopWindow, isHead, setHeader }) => {
			const tokenHash = browser.session()
			if (tokenHash === null) throw notSignedIn()
			// nginx buffers small chunks by default.
			setHeader('X-Accel-Buffering', 'no')
			// Elysia derives HEAD from GET and would read the endless body.
			return isHead ? new Blob().stream() : live.open({ userId: me, tokenHash, isDesktopWindow })
		}),
	],
})

type EventStream = ReturnType<typeof eventStream>

/** Chunks queued beyond the socket's buffer before a reader counts as too slow. */
const UNREAD_MAX = 16

/** Delay before EventSource reconnects. */
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
 * One body of server-sent events. Sending returns false if the reader is too far behind; the caller then ends the stream.
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
		notify: (event: LiveEvent) => send(EVENTS[event]),
		heartbeat: () => send(HEARTBEAT),
		end() {
			controller?.close()
			controller = null
		},
	}
}
