import { Database as Sqlite } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { endCredentials } from '#db/file/ended-credentials.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { migrations } from '#db/migrations.ts'
import { noteRestored, type ReplacedClaimLink, replaceClaimLinks } from '#server/operations/backups/backups.queries.ts'
import { type CheckedBackup, checkBackup } from '#server/operations/backups/check-backup.ts'
import { headerOf } from '#server/operations/backups/file-header.ts'
import { finishFile } from '#server/operations/backups/finished-file.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import { newLinkToken } from '#server/tokens.ts'

/** `replaced`: the claim links of the present data that took another's place. */
type Staging = { path: string; staged: string; dataDir: string; replaced: readonly ReplacedClaimLink[] }

/**
 * The file that will be the data: one file, checked, with a line about it in its journal. It has all rows of the backup but
 * those that let somebody in who may have been shut out since.
 */
export function stageBackup({ path, staged, dataDir, replaced }: Staging): CheckedBackup {
	copyWithLog(path, staged, dataDir)
	mergeLogs(staged)
	// The refusal names the file that was asked for, not our copy of it.
	const checked = checkBackup(staged, { as: path, advice: 'Nothing was changed; choose another one.', isOurCopy: true })
	changeStaged(staged, (sqlite) => {
		try {
			endAccess(sqlite, replaced)
		} catch (error) {
			throw new StartRefused(
				`The sessions in the copy of ${path} could not be ended (${error}). Nothing was changed.`,
				EXIT.diskFails,
			)
		}
		if (checked.schemaVersion === migrations.length) noteInStaged(sqlite, basename(path))
	})
	finishFile(staged, dataDir)
	return checked
}

function changeStaged(staged: string, change: (sqlite: Sqlite) => void) {
	const sqlite = new Sqlite(staged, { readwrite: true, create: false })
	try {
		sqlite.run('PRAGMA trusted_schema = OFF')
		sqlite.run('PRAGMA secure_delete = ON')
		change(sqlite)
	} finally {
		sqlite.close()
	}
}

const endAccess = (sqlite: Sqlite, replaced: readonly ReplacedClaimLink[]) =>
	sqlite
		.transaction(() => {
			endCredentials(sqlite, new Date())
			if (replaced.length > 0) replaceClaimLinks(sqlite, replaced, newLinkToken)
		})
		.immediate()

/** Data of an older version have no journal. */
function noteInStaged(sqlite: Sqlite, name: string) {
	try {
		noteRestored(sqlite, name, new Date())
	} catch {
		// An operator who restores is in trouble already; SQLite has undone what it began.
	}
}

/**
 * A backup is a single file. A data file that somebody copied, as the desktop app does, may have its newest rows in a
 * log beside it; but a log beside a file whose mode uses no such log belongs to something else.
 */
function copyWithLog(path: string, staged: string, dataDir: string) {
	try {
		const logSuffix = headerOf(path)?.isWal ? '-wal' : '-journal'
		copyFileSync(path, staged, constants.COPYFILE_EXCL)
		if (existsSync(path + logSuffix)) copyFileSync(path + logSuffix, staged + logSuffix, constants.COPYFILE_EXCL)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'ENOENT' || code === 'EISDIR') throw noBackup(path)
		throw new StartRefused(`Cannot copy ${path} into ${dataDir} (${code}). Nothing was changed.`, EXIT.noDataFolder)
	}
}

/** Takes the log into the file, which then holds everything. Damage is reported by the check that follows. */
function mergeLogs(staged: string) {
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

/** A database file and what SQLite keeps beside it. */
export const removeDatabaseFiles = (path: string) => {
	for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
}

export const noBackup = (path: string) =>
	new StartRefused(`There is no file ${path}. 'backseat backup list' shows the backups.`, EXIT.badFlag)
