import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { ratings, sentPages, users } from '#db/schema.ts'
import type { Viewer } from '#server/http/client.ts'

export type SentPageRow = typeof sentPages.$inferSelect

export function sentQueries({ orm }: Database) {
	const { placeholder } = sql
	/** A page without a rating, or whose rating is a verdict that its sender gave. */
	const isStillTheirs = sql<number>`(${sentPages.ratingId} is null or exists (select 1 from ${ratings}
		where ${ratings.id} = ${sentPages.ratingId} and ${ratings.state} = 0 and (${ratings.raterId} = ${sentPages.userId}
			or (${ratings.raterId} = ${sql.raw(String(GUEST_ID))} and ${ratings.guestKey} = ${sentPages.guestKey}))))`
	const live = lazyStatement(() =>
		orm
			.select()
			.from(sentPages)
			.where(
				and(
					eq(sentPages.id, placeholder('id')),
					isNull(sentPages.endedAt),
					gte(sentPages.createdAt, placeholder('since')),
					isStillTheirs,
				),
			),
	)
	const ofMember = and(eq(sentPages.userId, placeholder('userId')), isNotNull(sentPages.userId))
	const ofGuest = and(eq(sentPages.guestKey, placeholder('guestKey')), isNotNull(sentPages.guestKey))
	const isSince = gte(sentPages.createdAt, placeholder('since'))
	const pages = (whose: typeof ofMember) =>
		lazyStatement(() =>
			orm
				.select({
					id: sentPages.id,
					kind: sentPages.kind,
					driver: sql<string | null>`coalesce(nullif(${users.displayName}, ''), ${users.username})`,
					month: sentPages.month,
					award: sentPages.award,
					year: sentPages.year,
					createdAt: sentPages.createdAt,
					isLive: sql<number>`${sentPages.endedAt} is null and ${isStillTheirs}`,
				})
				.from(sentPages)
				.leftJoin(ratings, eq(ratings.id, sentPages.ratingId))
				.leftJoin(users, eq(users.id, ratings.driverId))
				.where(and(whose, isSince))
				.orderBy(desc(sentPages.createdAt)),
		)
	const [pagesOfMember, pagesOfGuest] = [pages(ofMember), pages(ofGuest)]
	const moments = (whose: typeof ofMember) =>
		lazyStatement(() =>
			orm
				.select({ createdAt: sentPages.createdAt })
				.from(sentPages)
				.where(and(whose, isSince))
				.orderBy(desc(sentPages.createdAt))
				.limit(placeholder('limit')),
		)
	const [momentsOfMember, momentsOfGuest] = [moments(ofMember), moments(ofGuest)]
	const isOf = ({ userId, guestKey }: Viewer) =>
		userId !== null ? eq(sentPages.userId, userId) : eq(sentPages.guestKey, guestKey ?? '')

	return {
		insertPage: (row: typeof sentPages.$inferInsert) => orm.insert(sentPages).values(row).run(),
		/** Null unless it may be shown: sent after `since`, not ended, and of a rating that is still its sender's. */
		livePage: (id: string, since: Date): SentPageRow | undefined => live.get({ id, since: since.getTime() }),
		/** Also an ended one. */
		pageOf: (id: string, sender: Viewer): Pick<SentPageRow, 'id'> | undefined =>
			orm
				.select({ id: sentPages.id })
				.from(sentPages)
				.where(and(eq(sentPages.id, id), isOf(sender)))
				.get(),
		/** Newest first, with those that have ended. */
		pagesOf: ({ userId, guestKey }: Viewer, after: Date) => {
			const since = after.getTime()
			const rows = userId !== null ? pagesOfMember.all({ userId, since }) : pagesOfGuest.all({ guestKey, since })
			return rows.map((row) => ({ ...row, isLive: row.isLive === 1 }))
		},
		/** When the newest pages were sent, newest first. */
		momentsSince: ({ userId, guestKey }: Viewer, after: Date, limit: number): Date[] => {
			const since = after.getTime()
			const found =
				userId !== null ? momentsOfMember.all({ userId, since, limit }) : momentsOfGuest.all({ guestKey, since, limit })
			return found.map(({ createdAt }) => createdAt)
		},
		endPage: (id: string, endedAt: Date) => orm.update(sentPages).set({ endedAt }).where(eq(sentPages.id, id)).run(),
		/** A guest's pages follow their ratings; those of ratings that a member did not adopt stay with the guest. */
		movePages: (guestKey: string, { userId, guestKey: next }: Viewer) => {
			const isAdopted =
				userId === null
					? undefined
					: sql`exists (select 1 from ${ratings}
						where ${ratings.id} = ${sentPages.ratingId} and ${ratings.raterId} = ${userId})`
			orm
				.update(sentPages)
				.set({ userId, guestKey: next })
				.where(and(eq(sentPages.guestKey, guestKey), isAdopted))
				.run()
		},
		hasPagesBefore: (moment: Date): boolean =>
			orm.select({ id: sentPages.id }).from(sentPages).where(lt(sentPages.createdAt, moment)).limit(1).get() !==
			undefined,
		dropPagesBefore: (moment: Date) => orm.delete(sentPages).where(lt(sentPages.createdAt, moment)).run(),
	}
}
