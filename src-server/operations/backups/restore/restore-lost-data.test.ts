import { expect, test } from 'bun:test'
import { copyFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
	instanceWithBackup,
	restored,
	setVersion,
	startOver,
} from '#server/operations/backups/testing/instance-with-backup.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { fingerprint, killedFolder, RATINGS_OF_THE_FAMILY, ratingsIn } from '#server/testing/family-data.ts'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'
import { prepareRestore } from './restore-backup.ts'

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

test('whoever goes back to an older program after an update reads what the newer one wrote, and keeps it aside', () => {
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
