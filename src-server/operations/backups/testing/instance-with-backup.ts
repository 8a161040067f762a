import { Database as Sqlite } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeBackup } from '#server/operations/backups/make-backup.ts'
import { prepareRestore } from '#server/operations/backups/restore-backup.ts'
import { dataFileIn, openDataFile } from '#server/process/data/data-file.ts'
import { familyFolder } from '#server/testing/family-data.ts'

export function instanceWithBackup() {
	const dataDir = familyFolder(2)
	const data = dataFileIn(dataDir)
	const backup = join(dataDir, 'backups', 'backseat-2026-11-20T09-30-00Z-daily.db')
	makeBackup({ source: join(familyFolder(), 'backseat.db'), target: backup })
	mkdirSync(join(dataDir, 'unrelated'))
	return { dataDir, backupDir: null, data, backup }
}

export const restored = (where: { dataDir: string; backupDir: null }, file: string) =>
	prepareRestore(where, file).apply()

export const startOver = (dataDir: string) =>
	openDataFile(dataDir, { newestBackup: () => null, beforeMigration: () => 'somewhere' }).close()

export function setVersion(path: string, version: number) {
	const sqlite = new Sqlite(path)
	sqlite.run(`PRAGMA user_version = ${version}`)
	sqlite.close()
}
