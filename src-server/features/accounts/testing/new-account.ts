import { expect } from 'bun:test'

/** A member without a display name, as everyone sees them. */
export const publicMember = (username: string) => ({
	id: expect.any(Number),
	username,
	display_name: null,
	avatarId: expect.any(Number),
	isGhost: false,
	claimedById: null,
})

/** A member without email or ratings, as they see themselves. */
export const newAccount = (username: string) => ({
	...publicMember(username),
	email: null,
	lastRatingNotificationAt: null,
	lastSeenRatingId: null,
	lastRatingReceivedAt: null,
	isLatestRatingsSeen: true,
	cameAlong: 0,
})
