import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { journal, users } from '#db/schema.ts'

export type JournalRow = typeof journal.$inferSelect

export function journalQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const { at, by, actorName, subjectName } = journal
	// Prepared, because every `whoAmI` runs both.
	const resetLinksUsed = prepareRows({ at, by, madeBy: actorName }, (selection) =>
		orm
			.select(selection)
			.from(journal)
			.where(
				and(
					eq(journal.subjectId, placeholder('id')),
					eq(journal.act, 'reset_link_used'),
					sql`${at} >= ${placeholder('since')}`,
				),
			)
			.orderBy(desc(journal.id))
			.limit(10),
	)
	const claimsUndone = prepareRows({ at, by, undoneBy: actorName, ghost: subjectName }, (selection) =>
		orm
			.select(selection)
			.from(journal)
			.leftJoin(users, eq(users.id, journal.subjectId))
			.where(
				and(
					eq(journal.otherId, placeholder('id')),
					eq(journal.act, 'claim_undone'),
					sql`${at} >= ${placeholder('since')}`,
					sql`${journal.actorId} is not ${placeholder('id')}`,
					sql`${users.claimedById} is not ${placeholder('id')}`,
				),
			)
			.orderBy(desc(journal.id))
			.limit(10),
	)
	return {
		resetLinksUsed: (id: UserId, since: Date) => resetLinksUsed.all({ id, since: since.getTime() }),
		claimsUndone: (id: UserId, since: Date) => claimsUndone.all({ id, since: since.getTime() }),
		insertLine: (row: typeof journal.$inferInsert) => orm.insert(journal).values(row).run(),
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
		isDoneSince: (since: Date, { act, detail }: Pick<JournalRow, 'act'> & { detail?: string }): boolean =>
			orm
				.select({ id: journal.id })
				.from(journal)
				.where(
					and(
						gte(journal.at, since),
						eq(journal.act, act),
						detail === undefined ? undefined : eq(journal.detail, detail),
					),
				)
				.limit(1)
				.get() !== undefined,
		dropLinesBefore: (moment: Date) => orm.delete(journal).where(lt(journal.at, moment)).run(),
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
