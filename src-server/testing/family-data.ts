import { Database as Sqlite } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_GOOD } from '#contract/impressions.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { ratings } from '#db/schema.ts'
import { seed } from '#db/seed.ts'

export const RATINGS_OF_THE_FAMILY = 16

/**
 * A data folder with the family of db/seed.ts and this many newer ratings. No server uses it. Tests open copies,
 * because Bun may keep a closed database open for a while.
 */
export function familyFolder(newRatings = 0): string {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-family-'))
	const made = make(newRatings)
	made.db.close()
	copyFileSync(made.path, join(dataDir, 'backseat.db'))
	return dataDir
}

/** The family's folder as a killed server leaves it: the newest ratings are only in the write-ahead log. */
export function killedFolder(newRatings = 1): string {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-killed-'))
	const made = make(newRatings)
	for (const end of ['', '-wal']) copyFileSync(made.path + end, join(dataDir, `backseat.db${end}`))
	made.db.close()
	return dataDir
}

function make(newRatings: number) {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-making-')), 'backseat.db')
	seeded ??= seededFile()
	copyFileSync(seeded, path)
	const db = openDatabase(path)
	for (let rating = 0; rating < newRatings; rating++) rateAgain(db)
	return { path, db }
}

/** Hashing the password is slow, so the family is seeded once. */
let seeded: string | undefined

function seededFile(): string {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-seeded-')), 'backseat.db')
	const db = openDatabase(path)
	seed(db)
	db.close()
	return path
}

export const rateAgain = (db: Database) =>
	db.write(() =>
		db.orm
			.insert(ratings)
			.values({
				driverId: 102,
				raterId: 101,
				...ALL_GOOD,
				starRating: 5,
				createdAt: new Date(),
			})
			.run(),
	)

/** The number of ratings in the file, without placeholders, or SQLite's error message. */
export function ratingsIn(path: string): number | string {
	if (!existsSync(path)) return 'nothing there'
	using sqlite = new Sqlite(path)
	try {
		const [found] = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
		if (found?.integrity_check !== 'ok') return String(found?.integrity_check)
		const count = 'SELECT count(*) AS count FROM ratings WHERE state = 0'
		return sqlite.query<{ count: number }, []>(count).get()?.count ?? 'no answer'
	} catch (error) {
		return String(error)
	}
}

export const fingerprint = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
