import { and, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { isVerdict, RATING_STATE } from '#db/rating-state.ts'
import {
	broughtVerdicts,
	hiddenDrivers,
	leftMembers,
	ratingReports,
	ratings,
	rewriteDue,
	users,
	verdictImports,
} from '#db/schema.ts'

type Page = { after: number; limit: number }

export function ownDataQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const driver = sql<string>`coalesce(${users.displayName}, ${users.username})`
	const { id, wireId, driverId, state, createdAt, reply } = ratings
	const fields = { id, wireId, ...verdictOf(ratings), createdAt, reply }
	const given = prepareRows(
		{
			...fields,
			driverId,
			state,
			username: users.username,
			displayName: users.displayName,
			isGhost: users.isGhost,
		},
		(selection) =>
			orm
				.select(selection)
				.from(ratings)
				.innerJoin(users, eq(users.id, ratings.driverId))
				.where(and(eq(ratings.raterId, placeholder('userId')), lt(ratings.id, placeholder('after'))))
				.orderBy(desc(ratings.id))
				.limit(placeholder('limit')),
	)
	const received = prepareRows(fields, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(and(eq(ratings.driverId, placeholder('userId')), sql`${state} = 0`, lt(ratings.id, placeholder('after'))))
			.orderBy(desc(ratings.id))
			.limit(placeholder('limit')),
	)
	const brought = prepareRows(
		{
			id: broughtVerdicts.id,
			sourceId: broughtVerdicts.sourceId,
			driver: broughtVerdicts.driver,
			...verdictOf(broughtVerdicts),
			createdAt: broughtVerdicts.createdAt,
			broughtAt: verdictImports.importedAt,
		},
		(selection) =>
			orm
				.select(selection)
				.from(broughtVerdicts)
				.innerJoin(verdictImports, eq(verdictImports.id, broughtVerdicts.importId))
				.where(and(eq(broughtVerdicts.userId, placeholder('userId')), lt(broughtVerdicts.id, placeholder('after'))))
				.orderBy(desc(broughtVerdicts.id))
				.limit(placeholder('limit')),
	)
	const hidden = lazyStatement(() =>
		orm
			.select({
				id: hiddenDrivers.id,
				driverId: hiddenDrivers.driverId,
				hiddenAt: hiddenDrivers.hiddenAt,
				driver,
			})
			.from(hiddenDrivers)
			.innerJoin(users, eq(users.id, hiddenDrivers.driverId))
			.where(and(eq(hiddenDrivers.userId, placeholder('userId')), lt(hiddenDrivers.id, placeholder('after'))))
			.orderBy(desc(hiddenDrivers.id))
			.limit(placeholder('limit')),
	)
	return {
		ratingsGivenBy: (userId: UserId, page: Page) => given.all({ userId, ...page }),
		ratingsReceivedBy: (userId: UserId, page: Page) => received.all({ userId, ...page }),
		verdictsBroughtBy: (userId: UserId, page: Page) => brought.all({ userId, ...page }),
		driversHiddenBy: (userId: UserId, page: Page) => hidden.all({ userId, ...page }),
		reportsBy: (driverId: UserId) =>
			orm
				.select()
				.from(ratingReports)
				.where(eq(ratingReports.driverId, driverId))
				.orderBy(desc(ratingReports.reportedAt))
				.all(),
	}
}

export function leavingQueries({ orm }: Database) {
	return {
		/** Deletes all ratings of these drivers, but counts only the verdicts, like the two queries below. */
		dropRatingsOf: (driverIds: UserId[]): number =>
			orm
				.delete(ratings)
				.where(inArray(ratings.driverId, driverIds))
				.returning({ state: ratings.state })
				.all()
				.filter(isVerdict).length,
		dropRatingsBy: (raterId: UserId): { driverId: UserId }[] =>
			orm
				.delete(ratings)
				.where(eq(ratings.raterId, raterId))
				.returning({ state: ratings.state, driverId: ratings.driverId })
				.all()
				.filter(isVerdict),
		/**
		 * Sealed ratings of a driver must still count as one rater's, so those of each driver get a random guest key that
		 * no browser holds.
		 */
		anonymizeRatingsBy: (raterId: UserId): number => {
			const sealed = and(eq(ratings.raterId, raterId), eq(ratings.state, RATING_STATE.sealed))
			for (const { driverId } of orm.selectDistinct({ driverId: ratings.driverId }).from(ratings).where(sealed).all())
				orm
					.update(ratings)
					.set({ raterId: GUEST_ID, guestKey: crypto.getRandomValues(new Uint8Array(32)).toHex(), requestKey: null })
					.where(and(sealed, eq(ratings.driverId, driverId)))
					.run()
			return orm
				.update(ratings)
				.set({ raterId: GUEST_ID, guestKey: null, requestKey: null, isReplyNew: false })
				.where(eq(ratings.raterId, raterId))
				.returning({ state: ratings.state })
				.all()
				.filter(isVerdict).length
		},
		/** Without FTS5's secure-delete, only a merge removes deleted names from the index (see db/migrations.ts). */
		forgetDeletedNames: () =>
			orm.run(sql`INSERT INTO users_search (users_search) SELECT 'optimize'
				WHERE NOT EXISTS (SELECT 1 FROM users_search_config WHERE k = 'secure-delete' AND v = 1)`),
		noteRewriteDue: (since: Date) =>
			orm
				.insert(rewriteDue)
				.values({ id: 1, since, accounts: 1 })
				.onConflictDoUpdate({ target: rewriteDue.id, set: { accounts: sql`${rewriteDue.accounts} + 1` } })
				.run(),
		rewriteDue: () => orm.select({ since: rewriteDue.since, accounts: rewriteDue.accounts }).from(rewriteDue).get(),
		/** Keeps the mark if another account was deleted since the count was read. */
		endRewriteDue: (accounts: number) => orm.delete(rewriteDue).where(eq(rewriteDue.accounts, accounts)).run(),
		noteLeft: (ids: readonly UserId[], left: { leftOn: Date; ratings: 'stay' | 'go' }) =>
			orm
				.insert(leftMembers)
				.values(ids.map((userId) => ({ userId, ...left })))
				.onConflictDoNothing()
				.run(),
		hasAnyLeftBy: (day: Date): boolean =>
			orm.select({ id: leftMembers.userId }).from(leftMembers).where(lte(leftMembers.leftOn, day)).get() !== undefined,
		forgetLeft: (ids: readonly UserId[]) =>
			orm
				.delete(leftMembers)
				.where(inArray(leftMembers.userId, [...ids]))
				.run(),
		dropPlaceholdersBy: (raterId: UserId) =>
			orm
				.delete(ratings)
				.where(and(eq(ratings.raterId, raterId), eq(ratings.state, RATING_STATE.placeholder)))
				.run(),
	}
}
