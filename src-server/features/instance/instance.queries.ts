import { eq, sql } from 'drizzle-orm'
import { ALL_GOOD } from '#contract/impressions.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { instance, ratings, signingKey } from '#db/schema.ts'

class RolledBack extends Error {}

export function instanceQueries(db: Database) {
	function saveAndDeleteRating() {
		const { id } = db.orm
			.insert(ratings)
			.values({
				driverId: DEMO_DRIVER_ID,
				raterId: GUEST_ID,
				...ALL_GOOD,
				starRating: 5,
				createdAt: new Date(),
			})
			.returning({ id: ratings.id })
			.get()
		db.orm.delete(ratings).where(eq(ratings.id, id)).run()
	}

	return {
		/**
		 * Throws if the file is read-only, locked or damaged. A full disk fails only at the commit, so after a failed write
		 * this one commits until one succeeds; otherwise it rolls back.
		 */
		tryToWrite() {
			try {
				db.write(() => {
					saveAndDeleteRating()
					if (db.isWell()) throw new RolledBack()
				})
			} catch (error) {
				if (!(error instanceof RolledBack)) throw error
			}
		},
		/** 256 bits, created by a migration; must never leave the server. */
		signingKey: (): Uint8Array => {
			const made = db.orm.select().from(signingKey).get()
			if (!made) throw new Error('The data file has no key to sign with')
			return made.key
		},
		/** Eight random bytes, created by a migration; tell apart instances that share a host name. */
		tag: (): Uint8Array => {
			const made = db.orm.select().from(instance).get()
			if (!made) throw new Error('The data file has no tag')
			return made.tag
		},
		schemaVersion: (): number => db.orm.all<{ user_version: number }>(sql`PRAGMA user_version`)[0]?.user_version ?? 0,
	}
}
