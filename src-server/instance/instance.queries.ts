import { sql } from 'drizzle-orm'
import { GUEST_ID } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { users } from '#db/schema.ts'

class RolledBack extends Error {}

export function instanceQueries(db: Database) {
	return {
		/** Really writes, and takes it back: a read-only, locked or damaged data file throws here. */
		tryToWrite() {
			try {
				db.write(() => {
					db.orm
						.update(users)
						.set({ avatarId: sql`${users.avatarId}` })
						.where(sql`${users.id} = ${GUEST_ID}`)
						.run()
					throw new RolledBack()
				})
			} catch (error) {
				if (!(error instanceof RolledBack)) throw error
			}
		},
		schemaVersion: (): number => db.orm.all<{ user_version: number }>(sql`PRAGMA user_version`)[0]?.user_version ?? 0,
	}
}
