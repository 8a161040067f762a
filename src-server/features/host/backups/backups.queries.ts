import { eq, notInArray } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { backupChecks } from '#db/schema.ts'

/** When backups, by the names of their files, were last read to their last page and found good. */
export function backupCheckQueries({ orm }: Database) {
	return {
		allChecks: () => orm.select().from(backupChecks).all(),
		setVerified: (name: string, verifiedAt: Date) =>
			orm
				.insert(backupChecks)
				.values({ name, verifiedAt })
				.onConflictDoUpdate({ target: backupChecks.name, set: { verifiedAt } })
				.run(),
		forgetCheck: (name: string) => orm.delete(backupChecks).where(eq(backupChecks.name, name)).run(),
		forgetAllBut: (names: string[]) => orm.delete(backupChecks).where(notInArray(backupChecks.name, names)).run(),
	}
}
