import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { ratings } from '#db/schema.ts'

export function gloveboxQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const judged = prepareRows({ id: ratings.id, createdAt: ratings.createdAt }, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(
				and(
					eq(ratings.raterId, placeholder('raterId')),
					lt(ratings.id, placeholder('before')),
					sql`+${ratings.state} = 0`,
				),
			)
			.orderBy(desc(ratings.id))
			.limit(placeholder('limit')),
	)
	return {
		ratingsGivenBy: (raterId: UserId, page: { before: number; limit: number }): { id: number; createdAt: Date }[] =>
			judged.all({ raterId, ...page }),
	}
}
