import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, max, min, ne, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { PushSubscriptionId } from '#contract/news.ts'
import type { Database } from '#db/database.ts'
import {
	emailChecks,
	newsSettings,
	pushKey,
	pushSubscriptions,
	ratingReports,
	ratings,
	sessions,
	users,
} from '#db/schema.ts'
import type { PushKey } from '#server/operations/push/push-encryption.ts'

export type NewsRow = typeof newsSettings.$inferSelect
export type NewsRating = Pick<
	typeof ratings.$inferSelect,
	'id' | 'raterId' | 'guestKey' | 'createdAt' | 'state' | 'unseen' | 'claimedFromId'
>
export type SubscriptionRow = typeof pushSubscriptions.$inferSelect

export function newsQueries({ orm }: Database) {
	const { nextAt } = newsSettings
	return {
		newsOf: (userId: UserId): NewsRow | undefined =>
			orm.select().from(newsSettings).where(eq(newsSettings.userId, userId)).get(),
		putNews: (row: typeof newsSettings.$inferInsert) => {
			const { userId, ...rest } = row
			orm.insert(newsSettings).values(row).onConflictDoUpdate({ target: newsSettings.userId, set: rest }).run()
		},
		changeNews: (userId: UserId, change: Partial<NewsRow>) =>
			orm.update(newsSettings).set(change).where(eq(newsSettings.userId, userId)).run(),
		/** Members who are due, and those whose next slot is so far ahead that the clock must have been wrong. */
		membersDue: ({ until, impossibleAfter }: { until: Date; impossibleAfter: Date }, limit: number): UserId[] =>
			orm
				.select({ userId: newsSettings.userId })
				.from(newsSettings)
				.where(and(isNotNull(nextAt), or(lte(nextAt, until), gt(nextAt, impossibleAfter))))
				.limit(limit)
				.all()
				.map(({ userId }) => userId),
		nextMoment: (): Date | null => {
			const found = orm
				.select({ at: min(nextAt) })
				.from(newsSettings)
				.where(isNotNull(nextAt))
				.get()
			return found?.at ?? null
		},

		newestRating: (): number =>
			orm
				.select({ id: max(ratings.id) })
				.from(ratings)
				.get()?.id ?? 0,
		unseenRatingsOf: (driverId: UserId, { after, limit }: { after: number; limit: number }): NewsRating[] => {
			const { id, raterId, guestKey, createdAt, state, unseen, claimedFromId } = ratings
			return (
				orm
					.select({ id, raterId, guestKey, createdAt, state, unseen, claimedFromId })
					.from(ratings)
					// Repeats the condition of the partial index.
					.where(and(eq(ratings.driverId, driverId), sql`${unseen} > 0`, gt(id, after)))
					.orderBy(asc(id))
					.limit(limit)
					.all()
			)
		},
		ghostsClaimedSince: (creatorId: UserId, since: Date): string[] =>
			orm
				.select({ name: sql<string>`coalesce(${users.displayName}, ${users.username})` })
				.from(users)
				.where(and(eq(users.createdById, creatorId), ne(users.claimedById, creatorId), gt(users.claimedAt, since)))
				.all()
				.map(({ name }) => name),
		reportsDecidedSince: (driverId: UserId, since: Date): number =>
			orm
				.select({ count: count() })
				.from(ratingReports)
				.where(
					and(
						eq(ratingReports.driverId, driverId),
						inArray(ratingReports.status, ['kept', 'removed']),
						gt(ratingReports.decidedAt, since),
					),
				)
				.get()?.count ?? 0,
		/** Excludes reports about the host's own driving, which another host decides. */
		isReportNewSince: (since: Date, besides: UserId): boolean =>
			orm
				.select({ id: ratingReports.id })
				.from(ratingReports)
				.where(
					and(
						// Repeats the condition of the partial index.
						sql`(${ratingReports.status} = 'reported') = 1`,
						ne(ratingReports.driverId, besides),
						gt(ratingReports.reportedAt, since),
					),
				)
				.limit(1)
				.get() !== undefined,
	}
}

export function pushQueries({ orm }: Database) {
	const { id, userId, sessionHash, endpoint } = pushSubscriptions
	const ofMember = (member: UserId, at: Date) =>
		orm
			.select({ subscription: pushSubscriptions })
			.from(pushSubscriptions)
			.innerJoin(sessions, eq(sessions.tokenHash, sessionHash))
			.where(and(eq(userId, member), gt(sessions.expiresAt, at)))
			.orderBy(desc(pushSubscriptions.createdAt), desc(id))
	return {
		subscriptionsOf: (member: UserId, at: Date): SubscriptionRow[] =>
			ofMember(member, at)
				.all()
				.map(({ subscription }) => subscription),
		hasSubscriptions: (member: UserId, at: Date): boolean => ofMember(member, at).limit(1).get() !== undefined,
		/** A known endpoint moves to the new session and keeps its id. */
		putSubscription: (row: typeof pushSubscriptions.$inferInsert): PushSubscriptionId => {
			const { id: _, createdAt: __, endpoint: ___, ...rest } = row
			const renewed = { ...rest, failures: 0, failingSince: null }
			return orm
				.insert(pushSubscriptions)
				.values(row)
				.onConflictDoUpdate({ target: endpoint, set: renewed })
				.returning({ id })
				.get().id
		},
		subscriptionAt: (text: string): Pick<SubscriptionRow, 'id' | 'userId'> | undefined =>
			orm.select({ id, userId }).from(pushSubscriptions).where(eq(endpoint, text)).get(),
		dropSubscription: (member: UserId, dropped: PushSubscriptionId) =>
			orm
				.delete(pushSubscriptions)
				.where(and(eq(id, dropped), eq(userId, member)))
				.run(),
		noteTaken: (taken: PushSubscriptionId, day: Date) =>
			orm.update(pushSubscriptions).set({ lastOkOn: day, failures: 0, failingSince: null }).where(eq(id, taken)).run(),
		noteFailure: (failed: PushSubscriptionId, at: Date, givenUpSince: Date) => {
			orm
				.update(pushSubscriptions)
				.set({
					failures: sql`${pushSubscriptions.failures} + 1`,
					failingSince: sql`coalesce(${pushSubscriptions.failingSince}, ${at.getTime()})`,
				})
				.where(eq(id, failed))
				.run()
			orm
				.delete(pushSubscriptions)
				.where(and(eq(id, failed), lte(pushSubscriptions.failingSince, givenUpSince)))
				.run()
		},

		pushKey: (): PushKey | undefined => orm.select().from(pushKey).get(),
		/** Replaces the key, deletes all subscriptions, which depend on it, and returns their number. */
		putPushKey: (made: PushKey): number => {
			const row = { id: 1, privateKey: Buffer.from(made.privateKey), publicKey: Buffer.from(made.publicKey) }
			orm.insert(pushKey).values(row).onConflictDoUpdate({ target: pushKey.id, set: row }).run()
			return orm.delete(pushSubscriptions).returning({ id }).all().length
		},
	}
}

export function emailCheckQueries({ orm }: Database) {
	const setVerified = (userId: UserId, at: Date | null) =>
		orm.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, userId)).run()
	const dropCheck = (userId: UserId) => orm.delete(emailChecks).where(eq(emailChecks.userId, userId)).run()
	return {
		putCheck: (row: typeof emailChecks.$inferInsert) => {
			const { userId, ...rest } = row
			orm.insert(emailChecks).values(row).onConflictDoUpdate({ target: emailChecks.userId, set: rest }).run()
		},
		memberChecked: (tokenHash: string, at: Date): UserId | undefined =>
			orm
				.select({ id: users.id })
				.from(emailChecks)
				.innerJoin(users, and(eq(users.id, emailChecks.userId), eq(users.email, emailChecks.email)))
				.where(and(eq(emailChecks.tokenHash, tokenHash), gt(emailChecks.expiresAt, at)))
				.get()?.id,
		setVerified: (userId: UserId, at: Date) => {
			setVerified(userId, at)
			dropCheck(userId)
		},
		forgetVerified: (userId: UserId) => {
			setVerified(userId, null)
			dropCheck(userId)
			orm.update(newsSettings).set({ byMail: false }).where(eq(newsSettings.userId, userId)).run()
		},
	}
}
