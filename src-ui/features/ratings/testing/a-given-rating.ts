import { ALL_BAD } from '#contract/impressions.ts'
import type { GivenRating } from '#contract/ratings.ts'
import { aMember } from '#ui/testing/fake-server.ts'

const HOUR_MS = 3_600_000
const bob = { id: 7, username: 'ghost-uncle-bob-x7k2q9', display_name: 'Uncle Bob', avatarId: 2 }

/** What `aMember` said of Uncle Bob an hour ago. */
export const aGivenRating = (id: number, special: Partial<GivenRating> = {}): GivenRating => ({
	id,
	raterId: aMember().id,
	rater_id: aMember().id,
	driverId: bob.id,
	driver_id: bob.id,
	...ALL_BAD,
	safetyFeeling: 'safe',
	starRating: 3,
	sealed: false,
	createdAt: new Date(Date.now() - HOUR_MS).toISOString(),
	driver: bob,
	reply: null,
	isReplyNew: false,
	...special,
})
