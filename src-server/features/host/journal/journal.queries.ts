import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { journal } from '#db/schema.ts'

export type JournalRow = typeof journal.$inferSelect

export function journalQueries({ orm }: Database) {
	const { placeholder } = sql
	const resetLinksUsed = lazyStatement(() =>
		orm
			.select({ at: journal.at, by: journal.by, madeBy: journal.actorName })
			.from(journal)
			.where(
				and(
					eq(journal.subjectId, placeholder('id')),
					eq(journal.act, 'reset_link_used'),
					sql`${journal.at} >= ${placeholder('since')}`,
				),
			)
			.orderBy(desc(journal.id))
			.limit(10)
			.prepare(),
	)
	return {
		/** Links for a new password of this member that others made, newest first. */
		resetLinksUsed: (id: UserId, since: Date) => resetLinksUsed.all({ id, since: since.getTime() }),
		insertLine: (row: typeof journal.$inferInsert) => orm.insert(journal).values(row).run(),
		/** Whether there is such a line of this minute. */
		isNoted: (at: Date, { act, actorId, detail }: Pick<JournalRow, 'act' | 'actorId' | 'detail'>): boolean =>
			orm
				.select({ id: journal.id })
				.from(journal)
				.where(
					and(
						eq(journal.at, at),
						eq(journal.act, act),
						sql`${journal.actorId} is ${actorId}`,
						sql`${journal.detail} is ${detail}`,
					),
				)
				.limit(1)
				.get() !== undefined,
		dropLinesBefore: (moment: Date) => orm.delete(journal).where(lt(journal.at, moment)).run(),
		/** Those since a moment that are older than line `before`. */
		linesNewestFirst: (since: Date, before: number, limit: number): JournalRow[] =>
			orm
				.select()
				.from(journal)
				.where(and(lt(journal.id, before), gte(journal.at, since)))
				.orderBy(desc(journal.id))
				.limit(limit)
				.all(),
	}
}
