import type { UserId } from '#contract/ids.ts'
import type { PushMessage } from '#contract/news.ts'
import type { Context } from '#server/context.ts'
import { MESSAGE_BYTES } from '#server/operations/push/push-client.ts'
import { recurringJob } from '#server/process/recurring-job.ts'
import type { NewsRow } from './news.queries.ts'
import { isSlot, newsOf, nextMorning, nextSlot } from './news-rule.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FARTHEST_MS = 15 * DAY_MS
const MEMBERS_AT_MOST = 500
const RATINGS_AT_MOST = 1000

export type Channels = {
	phones: { isOn: boolean; ring(userId: UserId, message: PushMessage): Promise<void> }
	mail: { send(to: { userId: UserId; address: string }, message: PushMessage): Promise<void> } | null
}

type Delivery = { userId: UserId; message: PushMessage; isOnPhone: boolean; mailTo: string | null }

/**
 * Takes the member's news and marks them as delivered before they are sent: a lost message is better than a duplicate.
 * Call inside a write transaction.
 */
function takeNews(context: Context, { phones, mail }: Channels, userId: UserId): Delivery | null {
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
	const language = queries.users.userById(userId)?.language
	const message = messageOf(language, [
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

function reportsToDecide({ queries }: Context, { userId, toldAt }: NewsRow): number {
	if (!queries.users.userById(userId)?.isHost || !queries.news.isReportNewSince(toldAt, userId)) return 0
	return queries.reports.waiting(userId)
}

function messageOf(language: string | null | undefined, parts: readonly Part[]): PushMessage | null {
	const [first, ...others] = parts.filter(({ count }) => count > 0)
	if (!first) return null
	const chosen = language ? { language } : {}
	if (others.length > 0)
		return { v: 1, kind: 'several', count: [first, ...others].reduce((sum, { count }) => sum + count, 0), ...chosen }
	const whole: PushMessage = { v: 1, ...first, ...chosen }
	const { name: _, ...nameless } = whole
	return Buffer.byteLength(JSON.stringify(whole)) > MESSAGE_BYTES ? nameless : whole
}

function verifiedAddress({ queries }: Context, userId: UserId): string | null {
	const user = queries.users.userById(userId)
	return user?.emailVerifiedAt ? user.email : null
}

/** Moves a creator's delivery to the next morning after their ghost was claimed. Call inside a write transaction. */
export function bringForward({ queries, clock }: Context, creatorId: UserId): boolean {
	const row = queries.news.newsOf(creatorId)
	if (!row?.nextAt) return false
	const morning = nextMorning(row.timeZone, clock.now())
	if (morning >= row.nextAt) return false
	queries.news.changeNews(creatorId, { nextAt: morning })
	return true
}

/**
 * Delivers news at each member's time, and missed news at the start. Call `changed` when a member's time may have
 * moved. No timer runs while no member wants news.
 */
export function startNewsDelivery(
	context: Context,
	channels: Channels,
): { changed(): void; settled(): Promise<void>; stop(): Promise<void> } {
	const { db, queries, clock, log } = context
	let taking: Promise<Delivery[]> | null = null

	async function take(signal: AbortSignal): Promise<Delivery[]> {
		const now = clock.now()
		const due = { until: now, impossibleAfter: new Date(now.getTime() + FARTHEST_MS) }
		const members = queries.news.membersDue(due, MEMBERS_AT_MOST)
		const taken: Delivery[] = []
		for (const userId of members) {
			if (signal.aborted) break
			const delivery = await db.turns.share(() => db.writeTogether(() => takeNews(context, channels, userId)))
			if (delivery) taken.push(delivery)
		}
		return taken
	}

	async function send(taken: readonly Delivery[], signal: AbortSignal) {
		const ringing = taken
			.filter(({ isOnPhone }) => isOnPhone)
			.map(({ userId, message }) => channels.phones.ring(userId, message))
		// One at a time, because each would open a connection to the mail server.
		for (const { userId, message, mailTo } of taken)
			if (mailTo !== null && !signal.aborted) await channels.mail?.send({ userId, address: mailTo }, message)
		await Promise.all(ringing)
	}

	const job = recurringJob(clock, {
		next(lastRun) {
			const next = queries.news.nextMoment()
			return next && new Date(Math.max(next.getTime(), (lastRun?.getTime() ?? 0) + MINUTE_MS))
		},
		async run(signal) {
			taking = take(signal)
			await send(await taking, signal)
		},
		failed: (error) => log.failure('Members could not be told their news; the next try is in a minute', error),
	})
	return {
		changed: () => db.afterCommit(job.reschedule),
		settled: job.settled,
		/** Resolves once no database write is running; messages in flight may still be sending. */
		async stop() {
			void job.stop()
			await taking?.catch(() => [])
		},
	}
}
