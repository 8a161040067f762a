import { and, desc, gte, lt } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { journal } from '#db/schema.ts'

export type JournalRow = typeof journal.$inferSelect

export function journalQueries({ orm }: Database) {
	return {
		insertLine: (row: typeof journal.$inferInsert) => orm.insert(journal).values(row).run(),
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
