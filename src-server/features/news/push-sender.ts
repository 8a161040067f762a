import pLimit from 'p-limit'
import type { UserId } from '#contract/ids.ts'
import type { NewsTest, PushMessage } from '#contract/news.ts'
import type { Context } from '#server/context.ts'
import { type Post, type PushOutcome, sendPush } from '#server/operations/push/push-client.ts'
import type { SubscriptionRow } from './news.queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Retries are kept in memory only and end with the process. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 25 * MINUTE_MS]
const GIVEN_UP_AFTER_MS = 10 * DAY_MS
const AT_ONCE = 4

export type PushSender = ReturnType<typeof createPushSender>

export function createPushSender(context: Context, post?: Post) {
	const { db, queries, config, clock, log } = context
	const { pushContact: contact, pushHosts: moreHosts } = config
	const stopping = new AbortController()
	const waiting = new Set<{ cancel(): void }>()
	const retries = new Set<Promise<unknown>>()
	const limit = pLimit(AT_ONCE)

	const write = (work: () => unknown) => db.turns.share(() => db.writeTogether(work))

	async function send(to: SubscriptionRow, message: PushMessage): Promise<PushOutcome> {
		const key = queries.push.pushKey()
		if (!key || contact === null) return { kind: 'failed' }
		const { endpoint } = to
		const keys = { p256dh: new Uint8Array(to.p256dh), auth: new Uint8Array(to.auth) }
		const by = { key, contact, moreHosts, now: clock.now(), signal: stopping.signal }
		const outcome = await limit(() => sendPush(message, { endpoint, ...keys }, by, post))
		if (outcome.kind === 'too large')
			log.failure('A push message could not be sent', new Error('It is too large (413)'))
		return outcome
	}

	async function note({ id, userId }: SubscriptionRow, { kind }: PushOutcome, isLast: boolean) {
		if (stopping.signal.aborted) return
		const now = clock.now().getTime()
		if (kind === 'taken') await write(() => queries.push.noteTaken(id, new Date(now - (now % DAY_MS))))
		else if (kind === 'gone') await write(() => queries.push.dropSubscription(userId, id))
		else if (isLast) await write(() => queries.push.noteFailure(id, new Date(now), new Date(now - GIVEN_UP_AFTER_MS)))
	}

	/** Resolves after the first attempt; retries continue in the background. */
	async function ringOne(to: SubscriptionRow, message: PushMessage, tried = 0): Promise<boolean> {
		// The member may have logged out since, or the phone may belong to another member.
		const isStillTheirs = queries.push.subscriptionsOf(to.userId, clock.now()).some(({ id }) => id === to.id)
		if (!isStillTheirs || stopping.signal.aborted) return false
		const outcome = await send(to, message)
		const pause = PAUSES_MS[tried]
		const isLast = outcome.kind !== 'later' || pause === undefined
		await note(to, outcome, isLast)
		if (outcome.kind === 'later' && pause !== undefined && !stopping.signal.aborted) {
			const again = () => {
				waiting.delete(entry)
				const retry = ringOne(to, message, tried + 1)
					.catch(failed)
					.finally(() => retries.delete(retry))
				retries.add(retry)
			}
			const entry: { cancel(): void } = clock.schedule(again, Math.max(pause, outcome.afterMs ?? 0))
			waiting.add(entry)
		}
		return outcome.kind === 'taken'
	}

	const failed = (error: unknown) => {
		log.failure('It could not be noted whether a phone rang', error)
		return false
	}

	return {
		isOn: contact !== null,

		async ring(userId: UserId, message: PushMessage): Promise<void> {
			const phones = queries.push.subscriptionsOf(userId, clock.now())
			const rang = await Promise.all(phones.map((phone) => ringOne(phone, message).catch(failed)))
			if (phones.length === 0) return
			const one = phones.length === 1 ? 'phone' : 'phones'
			log.info(`push to ${rang.filter(Boolean).length} of ${phones.length} ${one} of a member`)
		},

		/** Sends once, without retries and without counting failures. */
		async test(userId: UserId): Promise<NewsTest> {
			const phones = queries.push.subscriptionsOf(userId, clock.now())
			const language = queries.users.userById(userId)?.language
			const message: PushMessage = { v: 1, kind: 'test', ...(language && { language }) }
			const outcomes = await Promise.all(phones.map((phone) => send(phone, message)))
			await Promise.all(outcomes.map((outcome, nth) => note(phones[nth] as SubscriptionRow, outcome, false)))
			return { rang: outcomes.filter(({ kind }) => kind === 'taken').length, phones: phones.length }
		},

		async settled() {
			while (retries.size > 0) await Promise.all(retries)
		},

		/** Drops pending retries: delivery is at most once. */
		stop() {
			stopping.abort()
			for (const entry of waiting) entry.cancel()
			waiting.clear()
		},
	}
}
