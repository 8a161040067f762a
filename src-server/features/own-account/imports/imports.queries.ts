import { and, count, desc, eq, getTableColumns, min, type SQL, sql } from 'drizzle-orm'
import type { RatingId, UserId } from '#contract/ids.ts'
import { forEachOf, IMPRESSION_KEYS, type ImpressionKey, type Impressions, verdictOf } from '#contract/impressions.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { broughtVerdicts, ratings, users, verdictImports } from '#db/schema.ts'

export type ImportRow = typeof verdictImports.$inferSelect
export type BroughtRow = typeof broughtVerdicts.$inferSelect
export type NewBroughtRow = Pick<BroughtRow, ImpressionKey | 'starRating' | 'sourceId' | 'driver'> & {
	createdAt: number
}

const randomId = sql`(abs(random() % 1125899906842623) + 1)`

/** Newer than every verdict. */
const NEWEST = { createdAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

const IMPORTS_SHOWN = 100

/** `id` was the rating's on the instance where it was given. */
export type MovedRating = Impressions & {
	id: RatingId
	driverId: UserId
	raterId: UserId
	starRating: number
	createdAt: Date
}

export function importQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const { id, wireId, driver, createdAt } = broughtVerdicts
	const fields = { id, wireId, driver, ...verdictOf(broughtVerdicts), createdAt }
	const withMoment = { ...fields, sourceId: broughtVerdicts.sourceId, broughtAt: verdictImports.importedAt }
	const isTheirs = eq(broughtVerdicts.userId, placeholder('userId'))
	const newestFirst = prepareRows(withMoment, (selection) =>
		orm
			.select(selection)
			.from(broughtVerdicts)
			.innerJoin(verdictImports, eq(verdictImports.id, broughtVerdicts.importId))
			.where(and(isTheirs, sql`(${createdAt}, ${id}) < (${placeholder('createdAt')}, ${placeholder('id')})`))
			.orderBy(desc(createdAt), desc(id))
			.limit(placeholder('limit')),
	)
	const byWireId = prepareRows({ id, userId: broughtVerdicts.userId, createdAt }, (selection) =>
		orm
			.select(selection)
			.from(broughtVerdicts)
			.where(eq(wireId, placeholder('wireId'))),
	)
	const number = lazyStatement(() => orm.select({ count: count() }).from(broughtVerdicts).where(isTheirs))

	const insertMoved = lazyStatement(() =>
		orm.insert(ratings).values({
			id: placeholder('id'),
			// Another rating has it only if the file was written by hand.
			wireId: sql`case when exists (select 1 from ratings where wire_id = ${placeholder('wireId')}) then ${randomId}
				else ${placeholder('wireId')} end`,
			driverId: placeholder('driverId'),
			raterId: placeholder('raterId'),
			...forEachOf(IMPRESSION_KEYS, (key) => placeholder(key)),
			starRating: placeholder('starRating'),
			createdAt: placeholder('createdAt'),
		}),
	)

	return {
		insertImport: (row: Omit<ImportRow, 'id'>): ImportRow =>
			orm
				.insert(verdictImports)
				.values({ ...row, id: randomId })
				.returning()
				.get(),
		/** One statement, because 20,000 take a second. */
		insertBrought: ({ id, userId }: Pick<ImportRow, 'id' | 'userId'>, verdicts: readonly NewBroughtRow[]) => {
			const own: Record<string, SQL> = { id: sql`null`, wireId: randomId, importId: sql`${id}`, userId: sql`${userId}` }
			const values = Object.keys(getTableColumns(broughtVerdicts)).map(
				(name) => own[name] ?? sql`value ->> ${sql.raw(`'${name}'`)}`,
			)
			const rows = sql`select ${sql.join(values, sql`, `)} from json_each(${JSON.stringify(verdicts)})`
			orm.insert(broughtVerdicts).select(rows).run()
		},
		importsOf: (userId: UserId): ImportRow[] =>
			orm
				.select()
				.from(verdictImports)
				.where(eq(verdictImports.userId, userId))
				.orderBy(desc(verdictImports.importedAt))
				.limit(IMPORTS_SHOWN)
				.all(),
		importById: (importId: number): ImportRow | undefined =>
			orm.select().from(verdictImports).where(eq(verdictImports.id, importId)).get(),
		/** Takes along what it brought. */
		deleteImport: (importId: number) => orm.delete(verdictImports).where(eq(verdictImports.id, importId)).run(),
		/** The ids that their verdicts have here, or had where they were brought from. */
		verdictIdsOf: (userId: UserId): { brought: RatingId[]; given: RatingId[] } => ({
			brought: orm
				.select({ id: broughtVerdicts.sourceId })
				.from(broughtVerdicts)
				.where(eq(broughtVerdicts.userId, userId))
				.all()
				.map(({ id }) => id),
			given: orm
				.select({ id: ratings.wireId })
				.from(ratings)
				.where(eq(ratings.raterId, userId))
				.all()
				.map(({ id }) => id),
		}),
		broughtNewestFirst: (userId: UserId, limit: number, before: Pick<BroughtRow, 'createdAt' | 'id'> | null) =>
			newestFirst.all({
				userId,
				limit,
				...(before ? { createdAt: before.createdAt.getTime(), id: before.id } : NEWEST),
			}),
		/** The drivers of the member's ratings by the ids of these. */
		ratedDriversOf: (userId: UserId): ReadonlyMap<RatingId, UserId> =>
			new Map(
				orm
					.select({ id: ratings.wireId, driverId: ratings.driverId })
					.from(ratings)
					.where(eq(ratings.raterId, userId))
					.all()
					.map(({ id, driverId }) => [id, driverId]),
			),
		/** The oldest ghost of this name that the member made, claimed or not. */
		ghostCalled: (userId: UserId, name: string) =>
			orm
				.select()
				.from(users)
				.where(and(eq(users.createdById, userId), eq(users.isGhost, true), eq(users.displayName, name)))
				.orderBy(users.createdAt)
				.get(),
		/** Oldest first. Their row ids precede all others, so that lists and news take them for older than what is here. */
		insertBefore: (moved: readonly MovedRating[]) => {
			const oldest =
				orm
					.select({ id: min(ratings.id) })
					.from(ratings)
					.get()?.id ?? 0
			const first = Math.min(oldest, 0) - moved.length
			for (const [index, { id, ...rating }] of moved.entries())
				insertMoved.run({ ...rating, id: first + index, wireId: id })
		},
		dropBrought: (userId: UserId, sourceIds: readonly RatingId[]) =>
			orm
				.delete(broughtVerdicts)
				.where(
					and(
						eq(broughtVerdicts.userId, userId),
						sql`${broughtVerdicts.sourceId} in (select value from json_each(${JSON.stringify(sourceIds)}))`,
					),
				)
				.run(),
		broughtById: (wireId: RatingId) => byWireId.get({ wireId }),
		broughtCountOf: (userId: UserId): number => number.get({ userId })?.count ?? 0,
	}
}
