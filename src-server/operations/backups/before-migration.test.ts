import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '#db/migrations.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { REPOSITORY } from '#server/testing/server-process.ts'
import { backUpIfOlder } from './backup-data.ts'
import { headerOf } from './file-header.ts'
import { overwritePage } from './testing/damage.ts'

const keeping = (dataDir: string) => ({ dataDir, backupDir: null, backupKeepDaily: 7, backupKeepWeekly: 4 })

/** As the first version left it. */
function olderFolder(): string {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-older-'))
	cpSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), join(dataDir, 'backseat.db'))
	return dataDir
}

test('data of an older schema version are backed up unchanged, while requests are told to wait', async () => {
	const dataDir = olderFolder()
	let turns = 0
	const ticking = setInterval(() => turns++, 1)

	const backup = await backUpIfOlder(keeping(dataDir))
	clearInterval(ticking)

	expect(backup).toEndWith(`-before-v${migrations.length}.db`)
	expect(headerOf(backup ?? '')?.schemaVersion).toBe(1)
	expect(turns).toBeGreaterThan(0)
})

test('data of today need none; damaged ones get none, and are for whoever opens them to refuse', async () => {
	const [today, damaged, none] = [familyFolder(), olderFolder(), mkdtempSync(join(tmpdir(), 'backseat-none-'))]
	overwritePage(join(damaged, 'backseat.db'))

	for (const dataDir of [today, damaged, none]) expect(await backUpIfOlder(keeping(dataDir))).toBeNull()
	expect(readdirSync(today)).toEqual(['backseat.db'])
	expect(readdirSync(none)).toEqual([])
})
