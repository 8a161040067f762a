import type { UserId } from '#contract/ids.ts'

/** What the browser keeps about the home list. A file of its own, as a rating refreshes it too. */
export const driverKeys = {
	home: ['drivers', 'home'] as const,
	hiding: ['hide-driver'] as const,
	/** The newest of one's own ratings that the server knows to be seen. */
	newestSeen: (me: UserId) => ['drivers', 'newest-seen', me] as const,
}
