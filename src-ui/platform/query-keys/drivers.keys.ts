import type { UserId } from '#contract/ids.ts'

export const driverKeys = {
	home: ['drivers', 'home'] as const,
	hiding: ['hide-driver'] as const,
	/** The newest own rating that the server knows as seen. */
	newestSeen: (me: UserId) => ['drivers', 'newest-seen', me] as const,
}
