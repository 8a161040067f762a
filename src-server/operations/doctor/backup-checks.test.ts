import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupName } from '#server/operations/backups/backup-folder.ts'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { checkBackups } from './backup-checks.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

function instanceWithBackups(...ages: number[]) {
	const dataDir = familyFolder()
	const source = join(dataDir, 'backseat.db')
	const paths = ages.map((hours) => join(dataDir, 'backups', backupName(hoursAgo(hours), 'daily')))
	mkdirSync(join(dataDir, 'backups'), { mode: 0o700 })
	const sqlite = new Sqlite(source)
	for (const path of paths) sqlite.query('VACUUM INTO ?').run(path)
	sqlite.close()
	const check = (special: Partial<Config> = {}) => checkBackups({ ...defaultConfig, dataDir, ...special }, NOW, source)
	return { dataDir, paths, check }
}

test('a backup of last night that can be restored is well', () => {
	const { check, paths } = instanceWithBackups(12, 36)

	expect(check()).toContainEqual(
		expect.objectContaining({ about: 'Backups', state: 'ok', says: `${paths[0]} is 12 hours old and whole` }),
	)
})

test('a newest backup of five days ago is too old, whoever should have made one', () => {
	const { check } = instanceWithBackups(120)

	expect(check()[0]).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('5 days old and whole; one a day'),
	})
	expect(check({ backupKeepDaily: 0 })[0]).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('makes no newer'),
	})
})

test('a newest backup with garbage in it is a problem, although it looks whole at a glance', () => {
	const { check, paths } = instanceWithBackups(3)
	const path = paths[0] ?? ''
	const bytes = readFileSync(path)
	bytes.fill('x', 3 * 4096, 4 * 4096)
	writeFileSync(path, bytes)

	expect(check()[0]).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('The newest backup'),
		todo: expect.stringContaining('backseat backup create'),
	})
})

test('a backup that was cut off does not pass for the newest, and is named', () => {
	const { check, paths } = instanceWithBackups(3, 30)
	truncateSync(paths[0] ?? '', 8192)

	expect(check()).toContainEqual(
		expect.objectContaining({ state: 'ok', says: `${paths[1]} is 30 hours old and whole` }),
	)
	expect(check()).toContainEqual(
		expect.objectContaining({ state: 'warning', says: expect.stringContaining(`${paths[0]} has been cut off`) }),
	)
})

test('an instance without a backup has time until the first day is over', () => {
	const { check } = instanceWithBackups()
	const born = new Date()

	const dataDir = familyFolder()
	const source = join(dataDir, 'backseat.db')
	const config = { ...defaultConfig, dataDir }
	const later = new Date(born.getTime() + 48 * 3_600_000)
	expect(checkBackups(config, born, source)[0]).toMatchObject({ state: 'ok', says: expect.stringContaining('yet') })
	expect(checkBackups(config, later, source)[0]).toMatchObject({ state: 'problem' })
	expect(check({ backupKeepDaily: 0 })[0]).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('backup-keep-daily 0'),
	})
})

test('backups beside the data, and backups that others can read, are worth a warning', () => {
	const { check } = instanceWithBackups(1)
	const open = freshFolder()
	chmodSync(open, 0o755)

	expect(check().at(-1)).toMatchObject({
		about: 'Place of backups',
		state: 'warning',
		says: expect.stringContaining('same disk'),
	})
	expect(check({ backupDir: open }).at(-1)).toMatchObject({ state: 'warning', todo: `chmod -R go= ${open}` })
})

/** Another disk that any user may write to, if the machine has one. */
const otherDisk = ['/dev/shm'].find((path) => Bun.spawnSync(['test', '-w', path]).success)

test.skipIf(!otherDisk)('backups on another disk are well (skipped where there is no /dev/shm)', () => {
	const { check } = instanceWithBackups(1)

	expect(check({ backupDir: join(otherDisk ?? '', 'not-made-yet') }).at(-1)).toMatchObject({ state: 'ok' })
})

test('a place in which no backup can be made is a problem on the first day', () => {
	const { check, dataDir } = instanceWithBackups()
	const file = join(dataDir, 'backseat.db')

	expect(check()[0]).toMatchObject({ state: 'ok', says: expect.stringContaining('yet') })
	expect(check({ backupDir: join(dataDir, 'not', 'mounted') })[0]).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('the folder around it is not there'),
		todo: expect.stringContaining('--backup-dir'),
	})
	expect(check({ backupDir: join(file, 'backups') })[0]).toMatchObject({ state: 'problem' })
})

test('a program for backups elsewhere must be there and be allowed to run, and its last failure is told until it succeeds', () => {
	const { check, dataDir } = instanceWithBackups(12)
	const backupCommand = join(dataDir, 'carry-away')
	const said = () => check({ backupCommand }).filter(({ about }) => /elsewhere|Place/.test(about))

	expect(said()[0]).toMatchObject({ state: 'problem', says: `${backupCommand} cannot be run: there is no such file.` })
	writeFileSync(backupCommand, '#!/bin/sh\n', { mode: 0o600 })
	if (process.getuid?.() !== 0) expect(said()[0]).toMatchObject({ says: expect.stringContaining('may not run it') })
	chmodSync(backupCommand, 0o700)
	expect(said()).toMatchObject([
		{ about: 'Backups elsewhere', state: 'ok', says: `${backupCommand} is run after each backup` },
		{ about: 'Place of backups', state: 'ok', says: expect.stringContaining('elsewhere by backup-command') },
	])

	const at = Date.UTC(2026, 2, 10, 3)
	writeFileSync(join(dataDir, 'backup-command.json'), JSON.stringify({ at, reason: 'ended with exit code 3' }))
	expect(said()).toMatchObject([
		{ state: 'problem', says: `${backupCommand} ended with exit code 3, 2026-03-10 03:00 UTC: backups are only here.` },
		{ about: 'Place of backups', state: 'warning' },
	])
	expect(check().some(({ about }) => about === 'Backups elsewhere')).toBe(false)
})
