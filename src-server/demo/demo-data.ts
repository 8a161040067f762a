import { Database as Sqlite } from 'bun:sqlite'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { makeInstanceTag, makeSigningKey } from '#db/migrations.ts'
import { seed } from '#db/seed.ts'

/** Data without a row, which the build embeds at the binary's root, because migrating takes longer than all else here. */
export const EMPTY_DATA = 'empty-data.db'
const EMBEDDED = join(import.meta.dir, EMPTY_DATA)

const DAY_MS = 86_400_000

/**
 * The example family in memory. Its rides are a few days old, so that this month has a receipt and no member is told that
 * they have just rated a driver.
 */
export function demoData(now: Date): Database {
	const db = existsSync(EMBEDDED) ? copyOf(EMBEDDED) : openDatabase(':memory:')
	seed(db, now.getTime() - 3 * DAY_MS)
	return db
}

/** The file that was embedded is public, so each copy gets secrets of its own. */
function copyOf(path: string): Database {
	const connection = Sqlite.deserialize(readFileSync(path), { strict: true })
	makeSigningKey(connection)
	makeInstanceTag(connection)
	return openDatabase(':memory:', { connection })
}
