import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupName } from '#server/operations/backups/backup-folder.ts'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { lookQuickly } from './quick-look.ts'

const NOW = new Date('2026-03-10T12:00:00Z')

const look = (special: Partial<Config>, { isWell = true, newestRow = null as Date | null } = {}) =>
	lookQuickly({ ...defaultConfig, ...special }, { now: NOW, newestRow, isWell })

const states = ({ findings }: ReturnType<typeof look>) =>
	Object.fromEntries(findings.map(({ about, state }) => [about, state]))

test('a server at work tells of its folder, disk, data, backups and clock, and reads no backup to its end', async () => {
	const dataDir = familyFolder()
	const bytes = await Bun.file(join(dataDir, 'backseat.db')).bytes()
	const at = new Date(NOW.getTime() - 3 * 3_600_000)
	const path = join(dataDir, 'backups', backupName(at, 'daily'))
	mkdirSync(join(dataDir, 'backups'), { mode: 0o700 })
	writeFileSync(path, bytes.fill(120, 3 * 4096, 4 * 4096))

	const seen = look({ dataDir })

	expect(states(seen)).toMatchObject({ 'Data folder': 'ok', Database: 'ok', Clock: 'ok', Backups: 'ok' })
	expect(bytes.length).toBeLessThan(1_000_000)
	expect(seen).toMatchObject({ dataBytes: 1_000_000, newestBackupAt: at })
	expect(seen.findings).toContainEqual(
		expect.objectContaining({ about: 'Backups', state: 'ok', says: `${path} is 3 hours old`, todo: null }),
	)
})

test('data that could not be saved are a problem, whatever the reason', () => {
	const { findings } = look({ dataDir: familyFolder() }, { isWell: false })

	expect(findings).toContainEqual(
		expect.objectContaining({ about: 'Database', state: 'problem', todo: expect.stringContaining('backseat doctor') }),
	)
})

test('data from tomorrow say that the clock is wrong', () => {
	const newestRow = new Date('2026-03-12T00:00:00Z')

	expect(states(look({ dataDir: familyFolder() }, { newestRow }))).toMatchObject({ Clock: 'problem' })
})

test('an address at which neither passkeys nor push can work is told with the next step [spec 15.34]', () => {
	const publicUrl = new URL('http://rides.lan')

	const { findings } = look({ dataDir: familyFolder(), publicUrl, pushContact: 'mailto:host@home.example' })

	const todo = expect.stringContaining('Set public-url')
	expect(findings).toContainEqual(expect.objectContaining({ about: 'Passkeys', state: 'warning', todo }))
	expect(findings).toContainEqual(expect.objectContaining({ about: 'Phones', state: 'warning', todo }))
})

test('a folder that is gone is one complaint, and the page is still answered', () => {
	const dataDir = freshFolder()
	rmSync(dataDir, { recursive: true })

	const seen = look({ dataDir })

	expect(states(seen)).toEqual({ 'Data folder': 'problem', Clock: 'ok', Passkeys: 'ok' })
	expect(seen).toMatchObject({ dataBytes: 0, newestBackupAt: null })
})

test('a look that fails is reported as unknown, and the others are still there', () => {
	const config = Object.defineProperty({ ...defaultConfig, dataDir: familyFolder() }, 'backupDir', {
		get: () => {
			throw Object.assign(new Error('I/O error'), { code: 'EIO' })
		},
	})

	const { findings } = lookQuickly(config, { now: NOW, newestRow: null, isWell: true })

	const says = 'it could not be looked at (EIO)'
	expect(findings).toContainEqual(expect.objectContaining({ about: 'Disk space', state: 'unknown', says, todo: null }))
	expect(findings).toContainEqual(expect.objectContaining({ about: 'Database', state: 'ok' }))
})

test.skipIf(process.getuid?.() === 0)('backups that may not be read do not keep the rest from being told', () => {
	const dataDir = familyFolder()
	const backups = join(dataDir, 'backups')
	mkdirSync(backups)
	chmodSync(backups, 0)

	const seen = look({ dataDir })
	chmodSync(backups, 0o700)

	expect(states(seen)).toMatchObject({ Backups: 'problem', Clock: 'ok' })
	expect(seen.newestBackupAt).toBeNull()
})
