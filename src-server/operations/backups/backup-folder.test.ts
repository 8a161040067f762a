import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { familyFolder } from '#server/testing/family-data.ts'
import { backupName, backupsIn, newestBackup, removeAbandonedPartials } from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const freshFolder = () => mkdtempSync(join(tmpdir(), 'backseat-backups-'))

/** One real backup under each of these names. */
function backupsNamed(...names: string[]) {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	for (const name of names) makeBackup({ source: join(dataDir, 'backseat.db'), target: join(folder, name) })
	return { dataDir, backupDir: null, folder }
}

test('a name says when and why, and is read back', () => {
	const { folder } = backupsNamed(
		backupName(new Date('2026-11-21T09:30:00.999Z'), 'daily'),
		backupName(new Date('2026-11-20T09:30:00Z'), 'before-v2'),
		backupName(new Date('2026-11-21T11:30:00Z'), 'manual'),
	)
	mkdirSync(join(folder, 'backseat-2026-11-21T09-30-01Z-daily.db'))
	for (const stranger of ['notes.txt', 'backseat-2026-11-21-daily.db', 'backseat-2026-99-21T09-30-00Z-daily.db'])
		writeFileSync(join(folder, stranger), '')

	expect(backupsIn(folder, NOW)).toMatchObject([
		{ name: 'backseat-2026-11-21T11-30-00Z-manual.db', kind: 'manual', isWhole: true },
		{ name: 'backseat-2026-11-21T09-30-00Z-daily.db', kind: 'daily', at: new Date('2026-11-21T09:30:00Z') },
		{ name: 'backseat-2026-11-20T09-30-00Z-before-v2.db', kind: 'before-migration' },
	])
})

test('where there is no folder there are no backups', () => {
	expect(newestBackup({ dataDir: '/nowhere', backupDir: null })).toBeNull()
	expect(backupsIn('/nowhere')).toEqual([])
})

test('the newest backup is of any kind, and one that was cut off or emptied does not count', () => {
	const where = backupsNamed(
		'backseat-2026-11-21T08-00-00Z-daily.db',
		'backseat-2026-11-21T09-00-00Z-manual.db',
		'backseat-2026-11-21T10-00-00Z-daily.db',
		'backseat-2026-11-21T11-00-00Z-daily.db',
	)
	truncateSync(join(where.folder, 'backseat-2026-11-21T11-00-00Z-daily.db'), 0)
	truncateSync(join(where.folder, 'backseat-2026-11-21T10-00-00Z-daily.db'), 8192)

	expect(newestBackup(where, NOW)).toEqual({
		path: join(where.folder, 'backseat-2026-11-21T09-00-00Z-manual.db'),
		at: new Date('2026-11-21T09:00:00Z'),
		ageMs: 3 * 3_600_000,
	})
})

test('a backup from a time when the clock was wrong is not the newest, and no age is negative', () => {
	const where = backupsNamed('backseat-2040-01-01T00-00-00Z-daily.db', 'backseat-2026-11-21T12-00-30Z-daily.db')

	expect(newestBackup(where, NOW)).toMatchObject({ at: new Date('2026-11-21T12:00:30Z'), ageMs: 0 })
})

test('what a killed run left is removed an hour later, also when the clock was set back meanwhile', () => {
	const folder = freshFolder()
	const leave = (name: string, writtenAt: Date) => {
		const path = join(folder, name)
		writeFileSync(path, '')
		utimesSync(path, writtenAt, writtenAt)
	}
	const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)
	leave('backseat-2026-11-21T10-00-00Z-daily.db.partial', hours(-2))
	leave('backseat-2026-11-20T10-00-00Z-daily.db.partial-journal', hours(-3))
	leave('backseat-2026-11-22T10-00-00Z-manual.db.partial', hours(22))
	leave('backseat-2026-11-21T11-45-00Z-daily.db.partial', hours(-0.2))
	leave('holiday.mp4.partial', hours(-2))

	removeAbandonedPartials(folder, NOW)

	expect(readdirSync(folder).sort()).toEqual(['backseat-2026-11-21T11-45-00Z-daily.db.partial', 'holiday.mp4.partial'])
	expect(existsSync('/nowhere')).toBe(false)
	removeAbandonedPartials('/nowhere', NOW)
})
