import { eq, gt } from 'drizzle-orm'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { Database } from './database.ts'
import { withFoldedName } from './folded-name.ts'
import { hiddenDrivers, ratings, users } from './schema.ts'

/*
 * A fixed family for development, end-to-end tests, screenshots and demos. Every password is 'backseat', which is public.
 * Ids are fixed so that URLs in screenshots are stable; real ones are random.
 */

export const SEED_PASSWORD = 'backseat'
/** Made once, because a demo must start as fast as an empty server. */
const PASSWORD_HASH =
	'$argon2id$v=19$m=19456,t=2,p=1$CAUMT6xxUm1dDaRyNeIJLTj2UW2BsrR2R3hn+04l0f8$9c4ASkgn/KAWFPdLtb5VBSo2NIspRmIQrqsKR6GSMok'

export const SEED_MEMBERS = [
	{ id: 101, username: 'jonas', displayName: 'jonas', avatarId: 4 },
	{ id: 102, username: 'grandma.elke', displayName: 'Grandma Elke', avatarId: 2 },
	{ id: 103, username: 'maria.p', displayName: 'maria.p', avatarId: 1 },
	{ id: 104, username: 'theo', displayName: 'theo', avatarId: 5 },
	{ id: 105, username: 'newbie', displayName: null, avatarId: 3 },
] as const

const GHOSTS = [
	{
		id: 201,
		username: 'ghost-uncle-bob-x7k2q9',
		displayName: 'Uncle Bob',
		avatarId: 1,
		token: 'seed-claim-token-uncle-bob-00001',
	},
	{
		id: 202,
		username: 'ghost-biscuit-p4m8wz',
		displayName: 'Biscuit (designated dog)',
		avatarId: 3,
		token: 'seed-claim-token-biscuit-0000002',
	},
] as const

/** driver, rater, smooth, safe, good vibe, stars; in chronological order */
const RIDES: readonly [number, number, boolean, boolean, boolean, number][] = [
	[102, 101, true, true, true, 5],
	[102, 103, true, true, true, 5],
	[102, 104, false, true, true, 5],
	[102, 101, true, true, false, 4],
	[102, 103, true, true, true, 5],
	[103, 101, true, true, true, 4],
	[103, 104, false, true, true, 4],
	[103, 102, true, false, false, 3],
	[104, 101, false, false, true, 3],
	[104, 103, false, true, false, 2],
	[104, 102, true, false, true, 3],
	[101, 102, true, true, true, 5],
	[101, 103, false, true, true, 4],
	[201, 101, false, true, true, 4],
	[201, 103, false, false, true, 3],
	[201, 104, true, true, false, 4],
]

const HOUR_MS = 3_600_000
const FIRST_RIDE = Date.UTC(2026, 0, 5, 8)

const LAST_BUILT_IN_ID = 2

/** `firstRide` is the time of the oldest rating; the others follow hour by hour. */
export function seed(db: Database, firstRide = FIRST_RIDE): boolean {
	const first = SEED_MEMBERS[0]
	const createdAt = new Date(firstRide - HOUR_MS)
	return db.write(() => {
		// Checked within the transaction, because a person may be signing up at the same time.
		if (db.orm.select().from(users).where(gt(users.id, LAST_BUILT_IN_ID)).get()) return false
		for (const person of SEED_MEMBERS)
			db.orm
				.insert(users)
				.values(withFoldedName({ ...person, passwordHash: PASSWORD_HASH, createdAt }))
				.run()
		for (const { token, ...ghost } of GHOSTS)
			db.orm
				.insert(users)
				.values(withFoldedName({ ...ghost, isGhost: true, ghostClaimToken: token, createdById: first.id, createdAt }))
				.run()
		RIDES.forEach(([driverId, raterId, smooth, safe, good, starRating], ride) => {
			const at = new Date(firstRide + ride * HOUR_MS)
			db.orm
				.insert(ratings)
				.values({
					driverId,
					raterId,
					...ALL_GOOD,
					rideQuality: smooth ? 'smooth' : 'bumpy',
					safetyFeeling: safe ? 'safe' : 'unsafe',
					vibeQuality: good ? 'good' : 'off',
					starRating,
					createdAt: at,
				})
				.run()
			db.orm
				.update(users)
				.set({ lastRatingReceivedAt: at, lastRatingNotificationAt: at })
				.where(eq(users.id, driverId))
				.run()
		})
		db.orm.insert(hiddenDrivers).values({ userId: 104, driverId: 102, hiddenAt: createdAt }).run()
		return true
	})
}
