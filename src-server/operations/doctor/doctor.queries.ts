import type { Database as Sqlite } from 'bun:sqlite'
import { countDistinct, desc, max } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { passkeys, ratings, sessions, users } from '#db/schema.ts'
import type { PasskeyHost } from './passkey-check.ts'

/** The data may be of an older version, so use only tables of the first version or those that exist. */
export function doctorQueries(sqlite: Sqlite) {
	const orm = drizzle(sqlite, { casing: 'snake_case' })
	return {
		/** Time of the newest dated row; null if there is none. */
		newestMoment(): Date | null {
			const moments = [
				orm
					.select({ at: max(ratings.createdAt) })
					.from(ratings)
					.get()?.at,
				orm
					.select({ at: max(users.createdAt) })
					.from(users)
					.get()?.at,
				orm
					.select({ at: max(sessions.lastUsedAt) })
					.from(sessions)
					.get()?.at,
			]
			return moments.filter((at) => at instanceof Date).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
		},
		/** Most members first. Empty for data older than the passkeys table. */
		passkeyHosts(): PasskeyHost[] {
			if (!sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'passkeys'").get()) return []
			const members = countDistinct(passkeys.userId)
			return orm
				.select({ host: passkeys.rpId, members })
				.from(passkeys)
				.groupBy(passkeys.rpId)
				.orderBy(desc(members))
				.all()
		},
		/**
		 * Checks every page and, unless `isQuick`, each index against its table, which takes most of the time. One line per
		 * fault.
		 */
		damage: ({ isQuick }: { isQuick: boolean }): string[] =>
			sqlite
				.query<Record<string, string>, []>(`PRAGMA ${isQuick ? 'quick_check' : 'integrity_check'}(5)`)
				.all()
				.flatMap((row) => Object.values(row))
				.filter((line) => line !== 'ok'),
	}
}
