import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { Context } from '#server/context.ts'
import { notifyRater } from '#server/features/ratings/delete-rating.ts'
import { readsNotices } from '#server/features/ratings/new-rating.ts'
import type { RatingRow } from '#server/features/ratings/ratings.queries.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import { randomBetween } from '#server/tokens.ts'
import type { Opening } from './sealed-ratings.queries.ts'

/** Opening this many takes a few milliseconds; a larger number runs on a thread (long-writes.ts). */
export const OPENED_HERE_MAX = 80

/**
 * Opens a driver's sealed verdicts at one timestamp and in random order, which hides who gave which one when; a member
 * gets one notice. Call inside a write transaction.
 */
export function openSealed(
	context: LongWriteContext,
	driverId: UserId,
	sealed: readonly RatingRow[],
	at: Date = context.clock.now(),
) {
	if (sealed.length === 0) return
	const { queries, live } = context
	const driver = queries.users.driverOrClaimer(driverId)
	const isRead = driver !== undefined && readsNotices(driver)
	const first = queries.sealedRatings.reserveRowIds(sealed.length)
	for (const [nth, rating] of shuffled(sealed).entries()) {
		queries.sealedRatings.open(rating, { id: first + nth, createdAt: at, unseen: isRead ? 1 : 0 })
		notifyRater(context, rating)
	}
	queries.users.notifyDriver(driverId, at)
	if (isRead) live.notify(driverId, 'notice')
}

export function withGuestsDrawn(sealed: readonly RatingRow[], guestsMax: number): readonly RatingRow[] {
	const ofGuests = sealed.filter(({ raterId }) => raterId === GUEST_ID)
	if (ofGuests.length <= guestsMax) return sealed
	const drawn = new Set(shuffled(ofGuests).slice(0, guestsMax))
	return sealed.filter((rating) => rating.raterId !== GUEST_ID || drawn.has(rating))
}

/**
 * Guests' verdicts opened per driver and evening; the rest waits for the next one. A limit when they are sealed would
 * reveal how many others wait.
 */
const GUESTS_MAX = 200

export function openEvening(context: LongWriteContext, driverId: UserId, opening: Opening): void {
	const { sealedRatings } = context.queries
	context.db.write(() =>
		openSealed(context, driverId, withGuestsDrawn(sealedRatings.sealedRatingsOf(driverId, opening), GUESTS_MAX)),
	)
}

/**
 * Handles each item in a transaction of its own and serves other requests in between. Logs failures under `failure` and
 * returns their number. A stop leaves the rest to the next run.
 */
export async function oneByOne<Due>(
	{ db, log }: Context,
	{
		due,
		act,
		failure,
		isOver,
	}: { due(): readonly Due[]; act(one: Due): Promise<unknown>; failure: string; isOver(): boolean },
): Promise<number> {
	let failed = 0
	const attempt = async <Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> => {
		try {
			return await work()
		} catch (error) {
			failed += 1
			if (failed === 1) log.failure(`${failure}; the next try is in five minutes`, error)
			return undefined
		}
	}
	for (const one of shuffled((await attempt(due)) ?? [])) {
		if (isOver()) break
		await attempt(() => db.turns.share(() => act(one)))
	}
	return failed
}

/** Fisher-Yates with cryptographic random numbers. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
	const mixed = [...items]
	for (let last = mixed.length - 1; last > 0; last -= 1) {
		const other = randomBetween(0, last + 1)
		;[mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item]
	}
	return mixed
}
