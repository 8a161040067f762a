import type { RatingId, UserId } from '#contract/ids.ts'

/** What the browser keeps about ratings. A file of its own, as adding a driver refreshes it too. */
export const ratingKeys = {
	all: ['ratings'] as const,
	/** What this viewer has said of others. */
	given: ['ratings', 'given'] as const,
	/** How they judge; asked for again with what they said. */
	judging: ['ratings', 'given', 'judging'] as const,
	/** Of those, what came along from a guest within the day. */
	cameAlong: ['ratings', 'came-along'] as const,
	/** What this rater said without network; kept in the browser. */
	everyWaiting: ['ratings', 'waiting'] as const,
	waiting: (raterId: UserId) => ['ratings', 'waiting', raterId] as const,
	/** What became of one of those. */
	sent: (place: number) => ['ratings', 'sent', place] as const,
	one: (id: RatingId) => ['ratings', id] as const,
	ofDriver: (driverId: UserId) => ['ratings', 'of-driver', driverId, 'list'] as const,
	/** The same as the driver themself sees them; refreshed with the others. */
	received: (me: UserId) => ['ratings', 'of-driver', me, 'list', 'own'] as const,
}
