import { expect, test } from 'bun:test'
import { chownSync, copyFileSync, existsSync, linkSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_GOOD } from '#contract/impressions.ts'
import { EXIT } from '#contract/start-problems.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { ratings } from '#db/schema.ts'
import { openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import {
	familyFolder,
	fingerprint,
	killedFolder,
	RATINGS_OF_THE_FAMILY,
	ratingsIn,
} from '#server/testing/family-data.ts'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'
import { testContext } from '#server/testing/test-context.ts'
import { contentsAt } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { prepareRestore } from './restore-backup.ts'
import { addToSchema, breakRule, overwritePage } from './testing/damage.ts'
import { instanceWithBackup, restored, setVersion, startOver } from './testing/instance-with-backup.ts'

const sealIn = (db: Database, raterId: number, createdAt: Date) =>
	db.orm
		.insert(ratings)
		.values({ driverId: 102, raterId, ...ALL_GOOD, starRating: 5, state: RATING_STATE.sealed, createdAt })
		.run()

test('before anything is touched it is said what is in the backup and what in the present data', () => {
	const where = instanceWithBackup()

	const prepared = prepareRestore(where, where.backup)

	expect(prepared.backup).toMatchObject({ path: where.backup, ratings: RATINGS_OF_THE_FAMILY, accounts: 5, ghosts: 2 })
	expect(prepared.present).toMatchObject({ ratings: RATINGS_OF_THE_FAMILY + 2, accounts: 5 })
	prepared.cancel()
	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY + 2)
	expect(readdirSync(where.dataDir).filter((name) => /restor/.test(name))).toEqual([])
})

test('everything of the backup is back, the backup is not touched, and the way back is open [B9]', () => {
	const where = instanceWithBackup()
	const before = [fingerprint(where.backup), statSync(where.backup).mtimeMs]

	const aside = restored(where, where.backup) ?? ''

	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY)
	expect(statSync(where.data).mode & 0o777).toBe(0o600)
	expect([fingerprint(where.backup), statSync(where.backup).mtimeMs]).toEqual(before)
	expect(ratingsIn(aside)).toBe(RATINGS_OF_THE_FAMILY + 2)

	restored(where, aside)
	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY + 2)
	expect(ratingsIn(aside)).toBe(RATINGS_OF_THE_FAMILY + 2)
})

test('of what is sealed in a backup nothing is said, and once it is restored it opens in the evening [B9] [spec 13.16]', async () => {
	const where = instanceWithBackup()
	const asleep = familyFolder()
	const db = openDatabase(dataFileIn(asleep))
	const evening = new Date(Date.UTC(2026, 10, 20, 18, 30))
	for (const raterId of [101, 103]) sealIn(db, raterId, evening)
	db.close()
	const backup = join(where.dataDir, 'asleep.db')
	makeBackup({ source: dataFileIn(asleep), target: backup })
	expect(contentsAt(backup)).toEqual(contentsAt(where.backup))

	restored(where, backup)

	const served = testContext(
		{},
		{ db: openDatabase(where.data), clock: { ...testContext().clock, now: () => evening } },
	)
	expect(await openDue(served, evening)).toBe(0)
	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY + 2)
	served.db.close()
})

test('a restore holds the data folder until it is over, however it ends', () => {
	const where = instanceWithBackup()
	const prepared = prepareRestore(where, where.backup)
	expect(() => takeInstanceLock(where.dataDir)).toThrow('Another Backseat is using')
	prepared.cancel()
	takeInstanceLock(where.dataDir).release()

	expect(() => prepareRestore(where, join(where.dataDir, 'no.db'))).toThrow('There is no file')
	takeInstanceLock(where.dataDir).release()
})

test('a damaged backup, one of a newer version and the data themselves are refused; nothing changes [B9]', () => {
	const where = instanceWithBackup()
	const before = fingerprint(where.data)
	const bad = join(where.dataDir, 'bad.db')
	copyFileSync(where.backup, bad)
	overwritePage(bad)
	const newer = join(where.dataDir, 'newer.db')
	copyFileSync(where.backup, newer)
	setVersion(newer, 999)
	const nineStars = join(where.dataDir, 'nine-stars.db')
	copyFileSync(where.backup, nineStars)
	breakRule(nineStars)

	const refused = (file: string, exitCode: number, message: string) =>
		expect(() => restored(where, file)).toThrow(
			expect.objectContaining({ exitCode, message: expect.stringContaining(message) }),
		)
	refused(nineStars, EXIT.badData, `${nineStars} is damaged`)
	refused(bad, EXIT.badData, ' Nothing was changed; choose another one.')
	refused(newer, EXIT.badData, `was written by a newer version (999 > ${migrations.length}). Use that version.`)
	refused(where.data, EXIT.badFlag, '')
	expect(fingerprint(where.data)).toBe(before)
	expect(readdirSync(where.dataDir).filter((name) => /restor/.test(name))).toEqual([])
})

test('what Litestream brought back can be restored, with the tables it keeps for itself [B9]', () => {
	const where = instanceWithBackup()
	addToSchema(where.backup, 'CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);')
	addToSchema(where.backup, 'CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);')

	restored(where, where.backup)

	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY)
})

test('what a killed restore left is cleared away by the next one', () => {
	const where = instanceWithBackup()
	const leftovers = ['.restoring', '.restoring-wal', '.before-restore-2026-11-20T00-00-00Z.partial']
	for (const end of leftovers) writeFileSync(where.data + end, 'half of it')
	// A second name of the present data, which an interrupted restore left.
	linkSync(where.data, `${where.data}.before-restore-2026-11-20T00-00-00Z`)

	const aside = restored(where, where.backup)

	const asides = readdirSync(where.dataDir).filter((name) => /restor/.test(name))
	expect(asides.map((name) => join(where.dataDir, name))).toEqual([aside ?? ''])
	expect(existsSync(join(where.dataDir, 'unrelated'))).toBe(true)
})

test.skipIf(process.getuid?.() !== 0)('what root restores belongs to whom the data folder belongs to', () => {
	const where = instanceWithBackup()
	chownSync(where.dataDir, 1234, 1235)

	restored(where, where.backup)

	for (const path of [where.data, join(where.dataDir, 'lock.db')])
		expect(statSync(path)).toMatchObject({ uid: 1234, gid: 1235 })
})

test('data that are gone, with only the mark that they were here, come back', () => {
	const where = instanceWithBackup()
	startOver(where.dataDir)
	for (const end of ['', '-wal', '-shm']) rmSync(where.data + end, { force: true })
	expect(() => startOver(where.dataDir)).toThrow('is gone')

	const prepared = prepareRestore(where, where.backup)
	expect(prepared.present).toBeNull()
	expect(prepared.apply()).toBeNull()

	startOver(where.dataDir)
	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY)
})

test('data that are damaged are said to be, and come back', () => {
	const where = instanceWithBackup()
	writeFileSync(where.data, 'x'.repeat(9000))

	const prepared = prepareRestore(where, where.backup)
	expect(prepared.present).toBe('unreadable')
	const aside = prepared.apply() ?? ''

	expect(statSync(aside).size).toBe(9000)
	startOver(where.dataDir)
	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY)
})

test('an operator who goes back to an older program after an update reads what the newer one wrote, and keeps it aside', () => {
	const where = instanceWithBackup()
	setVersion(where.data, 999)

	const prepared = prepareRestore(where, where.backup)
	expect(prepared.present).toMatchObject({ ratings: RATINGS_OF_THE_FAMILY + 2 })
	prepared.apply()

	startOver(where.dataDir)
	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY)
})

test('on a new machine the folder is made, for this user alone', () => {
	const { backup } = instanceWithBackup()
	const dataDir = join(freshFolder(), 'new')

	restored({ dataDir, backupDir: null }, backup)

	expect(statSync(dataDir).mode & 0o777).toBe(0o700)
	startOver(dataDir)
	expect(ratingsIn(dataFileIn(dataDir))).toBe(RATINGS_OF_THE_FAMILY)
})

test('a copy of a data folder, as the desktop app makes, is restored with the ratings in its log', () => {
	const where = instanceWithBackup()
	const copy = join(killedFolder(5), 'backseat.db')
	const before = [fingerprint(copy), fingerprint(`${copy}-wal`)]

	restored(where, copy)

	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY + 5)
	expect([fingerprint(copy), fingerprint(`${copy}-wal`)]).toEqual(before)
})

test('a log that is beside a backup by accident is not part of it', () => {
	const where = instanceWithBackup()
	copyFileSync(join(killedFolder(5), 'backseat.db-wal'), `${where.backup}-wal`)

	restored(where, where.backup)

	expect(ratingsIn(where.data)).toBe(RATINGS_OF_THE_FAMILY)
})

test('a backup of the first version is restored, and migrated by the next start', () => {
	const where = instanceWithBackup()
	const first = join(REPOSITORY, 'db', 'fixtures', 'schema-1', 'backseat.db')

	const prepared = prepareRestore(where, first)
	expect(prepared.backup.schemaVersion).toBe(1)
	prepared.apply()

	startOver(where.dataDir)
	expect(ratingsIn(where.data)).toBe(prepared.backup.ratings)
})
