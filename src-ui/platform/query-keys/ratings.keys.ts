import type { RatingId, UserId } from '#contract/ids.ts'

export const ratingKeys = {
	all: ['ratings'] as const,
	given: ['ratings', 'given'] as const,
	/** Below `given`, so that it is refetched with it. */
	judging: ['ratings', 'given', 'judging'] as const,
	brought: ['ratings', 'given', 'brought'] as const,
	/** Adopted within the last 24 hours. */
	cameAlong: ['ratings', 'came-along'] as const,
	/** Given offline; stored in this browser until they are sent. */
	everyWaiting: ['ratings', 'waiting'] as const,
	waiting: (raterId: UserId) => ['ratings', 'waiting', raterId] as const,
	sent: (place: number) => ['ratings', 'sent', place] as const,
	one: (id: RatingId) => ['ratings', id] as const,
	ofDriver: (driverId: UserId) => ['ratings', 'of-driver', driverId, 'list'] as const,
	/** The driver's own view, below the public list so that both are refreshed together. */
	received: (me: UserId) => ['ratings', 'of-driver', me, 'list', 'own'] as const,
}
