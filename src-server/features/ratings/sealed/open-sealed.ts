import { randomInt } from 'node:crypto'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { RatingRow } from '#server/features/ratings/ratings.queries.ts'
import { tellRater } from '#server/features/ratings/take-out.ts'

/**
 * Makes sealed verdicts of one driver, a member, verdicts: of this moment, in an order that tells nothing of who gave which
 * when, with one notice. Within a write.
 */
export function openSealed(context: Context, driverId: UserId, sealed: readonly RatingRow[]) {
	if (sealed.length === 0) return
	const { queries, clock, live } = context
	const at = clock.now()
	const first = queries.sealedRatings.reservePlaces(sealed.length)
	for (const [nth, rating] of shuffled(sealed).entries()) {
		queries.sealedRatings.open(rating, { id: first + nth, createdAt: at, unseen: 1 })
		tellRater(context, rating)
	}
	queries.users.notifyDriver(driverId, at)
	live.tell(driverId, 'notice')
}

/** Fisher and Yates', with numbers that nobody can guess. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
	const mixed = [...items]
	for (let last = mixed.length - 1; last > 0; last -= 1) {
		const other = randomInt(last + 1)
		;[mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item]
	}
	return mixed
}
