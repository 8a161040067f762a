import type { UserId } from '#contract/ids.ts'
import type { PushMessage } from '#contract/news.ts'
import type { Context } from '#server/context.ts'
import { MESSAGE_BYTES } from '#server/operations/push/push-client.ts'
import type { NewsRow } from './news.queries.ts'
import { isSlot, newsOf, nextMorning, nextSlot } from './news-rule.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A machine that slept, or whose clock was set, catches up as soon. */
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** No moment is further off than the Sunday after next. */
const FARTHEST_MS = 15 * DAY_MS
/** So many members in a minute, one after the other. */
const MEMBERS_AT_MOST = 500
/** Of what has piled up, so many are counted. */
const RATINGS_AT_MOST = 1000

/** How a member is told what there is. */
export type Channels = {
	phones: { isOn: boolean; ring(userId: UserId, message: PushMessage): Promise<void> }
	/** Null where this server sends no mail. */
	mail: { send(to: { userId: UserId; address: string }, message: PushMessage): Promise<void> } | null
}

type Told = { userId: UserId; message: PushMessage; isOnPhone: boolean; mailTo: string | null }

/**
 * What one member is to be told now. Within a write: that it was told is written before it is sent. A message that is lost
 * says less than one that comes twice.
 */
function takeNews(context: Context, { phones, mail }: Channels, userId: UserId): Told | null {
	const { queries, clock } = context
	const now = clock.now()
	const row = queries.news.newsOf(userId)
	if (!row?.nextAt) return null
	const isDue = row.nextAt <= now
	const isInSlot = isDue && isSlot(row, row.nextAt)
	const slotAt = isInSlot ? now : row.slotAt
	const nextAt = nextSlot(row, now, slotAt)
	const isOnPhone = phones.isOn && queries.push.hasSubscriptions(userId, now)
	const mailTo = row.byMail && mail ? verifiedAddress(context, userId) : null
	if (!isDue || (!isOnPhone && mailTo === null)) {
		queries.news.changeNews(userId, { slotAt, nextAt, ...(row.toldAt > now && { toldAt: now }) })
		return null
	}
	const ratings = isInSlot ? ratingNews(context, row, now) : null
	const toldUntil = ratings?.toldUntil ?? row.toldUntil
	queries.news.changeNews(userId, { slotAt, nextAt, toldUntil, toldAt: now })
	const message = messageOf([
		{ kind: 'ratings', count: ratings?.count ?? 0 },
		claimNews(context, row),
		{ kind: 'report-decided', count: queries.news.reportsDecidedSince(userId, row.toldAt) },
		{ kind: 'report-waits', count: reportsToDecide(context, row) },
	])
	return message && { userId, message, isOnPhone, mailTo }
}

const ratingNews = ({ queries }: Context, { userId, toldUntil }: NewsRow, slot: Date) =>
	newsOf(queries.news.unseenRatingsOf(userId, { after: toldUntil, limit: RATINGS_AT_MOST }), slot)

type Part = { kind: Exclude<PushMessage['kind'], 'several' | 'test'>; count: number; name?: string }

function claimNews({ queries }: Context, { userId, toldAt }: NewsRow): Part {
	const names = queries.news.ghostsClaimedSince(userId, toldAt)
	return { kind: 'claimed', count: names.length, ...(names.length === 1 && { name: names[0] }) }
}

/** For hosts: how many reports wait, if one of them is new. */
function reportsToDecide({ queries }: Context, { userId, toldAt }: NewsRow): number {
	if (!queries.users.userById(userId)?.isHost || !queries.news.isReportNewSince(toldAt, userId)) return 0
	return queries.reports.waiting(userId)
}

/** One message, whatever there is. */
function messageOf(parts: readonly Part[]): PushMessage | null {
	const [first, ...others] = parts.filter(({ count }) => count > 0)
	if (!first) return null
	if (others.length > 0)
		return { v: 1, kind: 'several', count: [first, ...others].reduce((sum, { count }) => sum + count, 0) }
	const whole: PushMessage = { v: 1, ...first }
	const { name: _, ...nameless } = whole
	return Buffer.byteLength(JSON.stringify(whole)) > MESSAGE_BYTES ? nameless : whole
}

function verifiedAddress({ queries }: Context, userId: UserId): string | null {
	const user = queries.users.userById(userId)
	return user?.emailVerifiedAt ? user.email : null
}

/**
 * Of a ghost that was claimed its creator is told by the next morning. Within a write; `creatorId` has chosen nothing, mostly.
 */
export function bringForward({ queries, clock }: Context, creatorId: UserId): boolean {
	const row = queries.news.newsOf(creatorId)
	if (!row?.nextAt) return false
	const morning = nextMorning(row.timeZone, clock.now())
	if (morning >= row.nextAt) return false
	queries.news.changeNews(creatorId, { nextAt: morning })
	return true
}

/**
 * Tells members at their moments, and at a start those who missed theirs. While nobody has one, nothing ever looks. `changed`:
 * a member's moment may be another now.
 */
export function startNewsDelivery(
	context: Context,
	channels: Channels,
): { changed(): void; settled(): Promise<void>; stop(): Promise<void> } {
	const { db, queries, clock, log } = context
	let waiting: { cancel(): void } | null = null
	let looking: Promise<void> | null = null
	let taking: Promise<Told[]> | null = null
	let hasStopped = false

	/** Answers what is to be sent, once it is written that it was. */
	async function take(): Promise<Told[]> {
		const now = clock.now()
		const due = { until: now, impossibleAfter: new Date(now.getTime() + FARTHEST_MS) }
		const members = queries.news.membersDue(due, MEMBERS_AT_MOST)
		const taken: Told[] = []
		for (const userId of members) {
			if (hasStopped) break
			const told = await db.turns.share(() => db.writeTogether(() => takeNews(context, channels, userId)))
			if (told) taken.push(told)
		}
		return taken
	}

	async function send(taken: readonly Told[]) {
		const ringing = taken
			.filter(({ isOnPhone }) => isOnPhone)
			.map(({ userId, message }) => channels.phones.ring(userId, message))
		// One after the other: many at once would each have a connection to the mail server.
		for (const { userId, message, mailTo } of taken)
			if (mailTo !== null && !hasStopped) await channels.mail?.send({ userId, address: mailTo }, message)
		await Promise.all(ringing)
	}

	/** `pauseMs`: since a look that has just ended. */
	function wait(pauseMs: number) {
		waiting?.cancel()
		waiting = null
		const next = hasStopped ? null : queries.news.nextMoment()
		if (next === null) return
		const untilNext = Math.min(next.getTime() - clock.now().getTime(), LOOK_EVERY_MS)
		waiting = clock.schedule(begin, Math.max(untilNext, pauseMs))
	}

	function begin() {
		waiting = null
		taking = take()
		looking = taking
			.then(send)
			.catch((error) => log.failure('Members could not be told their news; the next try is in a minute', error))
			.then(() => {
				looking = null
				wait(MINUTE_MS)
			})
	}

	wait(0)
	return {
		changed: () =>
			db.afterCommit(() => {
				if (!looking) wait(0)
			}),
		/** Resolves once nobody is being told anything, until the next look. */
		async settled() {
			await looking
		},
		/** Resolves once nothing is written any more. What is still being sent is not waited for. */
		async stop() {
			hasStopped = true
			waiting?.cancel()
			await taking?.catch(() => [])
		},
	}
}
