import { Database as Sqlite } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, rmSync } from 'node:fs'
import { storageTrouble } from '#db/storage-trouble.ts'
import { type CheckedBackup, checkBackup } from '#server/operations/backups/check-backup.ts'
import { headerOf } from '#server/operations/backups/file-header.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'
import { settleFile } from './settle-file.ts'

/** The file that will be the data: one file, with all its rows, checked. */
export function stage(path: string, staged: string, dataDir: string): CheckedBackup {
	copyWithCompany(path, staged, dataDir)
	takeInLogs(staged)
	// What somebody chose is the file they named, not our copy of it.
	const checked = checkBackup(staged, { as: path, advice: 'Nothing was changed; choose another one.', isOurCopy: true })
	settleFile(staged, dataDir)
	return checked
}

/**
 * A backup comes alone. A data file that somebody copied, as the desktop app does, may have its newest rows in a log
 * beside it; but a log that lies beside a file not made for one belongs to something else.
 */
function copyWithCompany(path: string, staged: string, dataDir: string) {
	try {
		const company = headerOf(path)?.isWal ? '-wal' : '-journal'
		copyFileSync(path, staged, constants.COPYFILE_EXCL)
		if (existsSync(path + company)) copyFileSync(path + company, staged + company, constants.COPYFILE_EXCL)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'ENOENT' || code === 'EISDIR') throw noBackup(path)
		throw new StartRefused(`Cannot copy ${path} into ${dataDir} (${code}). Nothing was changed.`, EXIT.noDataFolder)
	}
}

/** Afterwards one file is all of it. Damage is for the check to tell. */
function takeInLogs(staged: string) {
	if (headerOf(staged) === null) return
	const sqlite = new Sqlite(staged, { readwrite: true, create: false })
	try {
		sqlite.run('PRAGMA journal_mode = DELETE')
	} catch (error) {
		if (storageTrouble(error) !== 'damaged') throw error
	} finally {
		sqlite.close()
	}
}

export const removeWithCompany = (path: string) => {
	for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
}

export const noBackup = (path: string) =>
	new StartRefused(`There is no file ${path}. 'backseat backup list' shows the backups.`, EXIT.badFlag)
