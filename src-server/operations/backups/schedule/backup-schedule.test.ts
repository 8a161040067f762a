import { expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupRuns } from '#server/operations/backups/running/backup-runs.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { startBackups } from './backup-schedule.ts'

const quiet = { info: () => {}, failure: () => {} }

test('a server that has just started makes its first backup by itself', async () => {
	const dataDir = familyFolder()
	const logged = Promise.withResolvers<string>()
	const schedule = startBackups(
		{ ...defaultConfig, dataDir },
		{ log: { info: logged.resolve, failure: logged.reject }, runs: backupRuns() },
		{ firstMs: 0, everyMs: 3_600_000 },
	)

	expect(await logged.promise).toContain(`Backup made: ${join(dataDir, 'backups')}`)
	schedule.stop()
	expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
})

test('a running server checks again and again, and makes no second one on the same day', async () => {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	const failures: unknown[] = []
	const log = { info: () => {}, failure: (_what: string, error: unknown) => failures.push(error) }
	const schedule = startBackups(
		{ ...defaultConfig, dataDir },
		{ log, runs: backupRuns() },
		{ firstMs: 3_600_000, everyMs: 1 },
	)

	while (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.db'))) await Bun.sleep(1)
	for (let check = 0; check < 20; check++) await Bun.sleep(1)
	schedule.stop()

	expect(readdirSync(folder)).toHaveLength(1)
	expect(failures).toEqual([])
})

test('a server that stops in the middle of a backup waits for nothing and leaves nothing', async () => {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	const runs = backupRuns()
	const schedule = startBackups({ ...defaultConfig, dataDir }, { log: quiet, runs }, { firstMs: 0, everyMs: 3_600_000 })
	while (!existsSync(folder) || readdirSync(folder).length === 0) await Bun.sleep(0)

	// What is there by now is unfinished, or finished if this machine is quick. Others may read neither.
	const modes = readdirSync(folder).map(
		(name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
	)
	schedule.stop()
	runs.stop()

	expect(readdirSync(folder).filter((name) => name.includes('.partial'))).toEqual([])
	if (process.platform !== 'win32') expect(modes.filter((mode) => mode !== 0)).toEqual([])
})
