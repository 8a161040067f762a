import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { usedRequestKeys } from '#db/schema.ts'
import type { RatingRow } from './ratings.queries.ts'

export type UsedKeyRow = typeof usedRequestKeys.$inferSelect

/** The Idempotency-Keys that are no longer in their rating's row; `keyHash` in repeated-requests.ts makes the hashes. */
export function usedKeyQueries({ orm }: Database) {
	const { placeholder } = sql
	const byHash = lazyStatement(() =>
		orm
			.select()
			.from(usedRequestKeys)
			.where(eq(usedRequestKeys.keyHash, placeholder('keyHash')))
			.prepare(),
	)
	const dropOlder = lazyStatement(() =>
		orm
			.delete(usedRequestKeys)
			.where(lt(usedRequestKeys.createdAt, placeholder('before')))
			.prepare(),
	)

	return {
		usedKey: (keyHash: string): UsedKeyRow | undefined => byHash.get({ keyHash }),
		insertUsedKey: (row: UsedKeyRow) => orm.insert(usedRequestKeys).values(row).run(),
		/** What is left of a rating that goes says neither which one it was nor what it said. */
		markTakenBack: ({ id }: RatingRow, at: Date) =>
			orm
				.update(usedRequestKeys)
				.set({ ratingId: null, saidHash: null, createdAt: at })
				.where(eq(usedRequestKeys.ratingId, id))
				.run(),
		dropKeysBefore: (at: number) => dropOlder.run({ before: at }),
	}
}
