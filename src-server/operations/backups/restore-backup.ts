import { Database as Sqlite } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { endCredentials } from '#db/file/ended-credentials.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { migrations } from '#db/migrations.ts'
import { dataFileIn, headerOf } from '#server/process/data/data-file.ts'
import { prepareDataFolder } from '#server/process/data/data-folder.ts'
import { lockFile, takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { StartRefused } from '#server/start-refused.ts'
import { newLinkToken } from '#server/tokens.ts'
import { type BackupPaths, backupFolder, momentInName } from './backup-folder.ts'
import {
	type DataContents,
	type LeftMember,
	leftMembers,
	noteRestored,
	presentAmong,
	type RemovedAgain,
	type RemovedWayIn,
	type ReplacedClaimLink,
	removeAgain,
	removedWaysIn,
	replaceClaimLinks,
	replacedClaimLinks,
} from './backups.queries.ts'
import { type CheckedBackup, checkBackup, contentsAt, readFrom } from './check-backup.ts'
import { deleteFrom, keepNotesOf } from './left-members.ts'
import { copyOwner, finishFile } from './make-backup.ts'
import { stepsOfReplacement } from './replace-data.ts'

/** A restore that is ready but has changed nothing. Call either `apply` or `cancel`, once. */
export type PreparedRestore = {
	backup: CheckedBackup & { path: string }
	/** Null without present data, `unreadable` if they are damaged. */
	present: DataContents | 'unreadable' | null
	/** Credentials in the backup that were removed since; null if the present data cannot be read. */
	removedAgain: RemovedAgain | null
	leftAgain: LeftAgain | null
	/** Replaces the present data. Returns the path where they are kept, or null if there were none. */
	apply(): string | null
	cancel(): void
}

/**
 * Accounts and ghosts in the backup that were deleted since. They stay deleted, or are back in a backup of an older
 * version. Null if the present data cannot be read.
 */
export type LeftAgain = { deleted: number; back: number }

const ASIDE = '.before-restore-'
const STAGED = '.restoring'

export function backupAt(paths: BackupPaths, file: string): string {
	const inFolder = join(backupFolder(paths), file)
	return !existsSync(file) && file === basename(file) && existsSync(inFolder) ? inFolder : resolve(file)
}

/**
 * Locks the data folder and copies the backup into it. The copy is verified and becomes the data, so the backup itself is
 * only read. Throws with exit code 75 while a server runs.
 */
export function prepareRestore(paths: BackupPaths, file: string): PreparedRestore {
	const { dataDir } = paths
	const data = dataFileIn(dataDir)
	const path = backupAt(paths, file)
	refusePresentData(path, data)
	if (!existsSync(path)) throw noBackup(path)
	prepareDataFolder(dataDir)
	const lock = takeInstanceLock(dataDir)
	const staged = data + STAGED
	const cancel = () => {
		removeDatabaseFiles(staged)
		lock.release()
	}
	const apply = () => {
		try {
			return replace(data, staged)
		} finally {
			cancel()
		}
	}
	try {
		copyOwner(lockFile(dataDir), dataDir)
		removeLeftovers(dataDir, data)
		const { checked, removedAgain, leftAgain } = stageBackup({ path, staged, dataDir, known: knownOf(data) })
		return { backup: { ...checked, path }, present: presentContents(data), removedAgain, leftAgain, cancel, apply }
	} catch (error) {
		cancel()
		throw error
	}
}

function replace(data: string, staged: string): string | null {
	const aside = freeName(data + ASIDE + momentInName(new Date()))
	try {
		for (const step of stepsOfReplacement({ data, staged, aside })) step()
	} catch (error) {
		if (error instanceof StartRefused) throw error
		throw new StartRefused(`The backup could not be put in place (${error}). Fix that and try again.`, EXIT.diskFails)
	}
	return existsSync(aside) ? aside : null
}

function freeName(wanted: string): string {
	const isTaken = (name: string) => existsSync(name) || existsSync(`${name}-wal`)
	let name = wanted
	for (let nth = 2; isTaken(name); nth++) name = `${wanted}-${nth}`
	return name
}

function refusePresentData(path: string, data: string) {
	if (isSameFile(path, data))
		throw new StartRefused(`${path} is what would be replaced. 'backseat backup list' shows the backups.`, EXIT.badFlag)
}

function isSameFile(one: string, other: string): boolean {
	const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
	return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}

function presentContents(data: string): PreparedRestore['present'] {
	if (!existsSync(data)) return null
	try {
		return contentsAt(data)
	} catch {
		return 'unreadable'
	}
}

/** Revoked access that the present data record; unknown if the data are missing, damaged or of another version. */
type Known = { replaced: ReplacedClaimLink[]; removed: RemovedWayIn[] | null; left: LeftMember[] | null }

const knownOf = (data: string): Known => ({
	replaced: readOrNull(data, replacedClaimLinks) ?? [],
	removed: readOrNull(data, removedWaysIn),
	left: readOrNull(data, leftMembers),
})

function readOrNull<Found>(data: string, read: Parameters<typeof readFrom<Found>>[1]): Found | null {
	try {
		return readFrom(data, read)
	} catch {
		return null
	}
}

function removeLeftovers(dataDir: string, data: string) {
	removeDatabaseFiles(data + STAGED)
	for (const name of readdirSync(dataDir)) {
		const path = join(dataDir, name)
		if (name.startsWith(basename(data) + ASIDE) && (name.endsWith('.partial') || isSameFile(path, data)))
			rmSync(path, { force: true })
	}
}

type Staging = { path: string; staged: string; dataDir: string; known: Known }
type Staged = { checked: CheckedBackup; removedAgain: RemovedAgain | null; leftAgain: LeftAgain | null }

/**
 * Copies, checks and merges the backup into one file, and notes the restore in its journal. Rows that grant access are left
 * out, because members may have been removed since.
 */
function stageBackup({ path, staged, dataDir, known }: Staging): Staged {
	copyWithLog(path, staged, dataDir)
	mergeLogs(staged)
	const checked = checkBackup(staged, { as: path, advice: 'Nothing was changed; choose another one.', isOurCopy: true })
	let removedAgain: RemovedAgain | null = null
	changeStaged(staged, (sqlite) => {
		try {
			removedAgain = endAccess(sqlite, known)
		} catch (error) {
			throw new StartRefused(
				`The sessions in the copy of ${path} could not be ended (${error}). Nothing was changed.`,
				EXIT.diskFails,
			)
		}
		if (checked.schemaVersion === migrations.length) noteInStaged(sqlite, basename(path))
	})
	const leftAgain = known.left && deleteAgain({ path, staged }, known.left, checked)
	finishFile(staged, dataDir)
	return { checked, removedAgain, leftAgain }
}

/** An older version's data are migrated by the next start only, and are as they were until then. */
function deleteAgain(
	{ path, staged }: Pick<Staging, 'path' | 'staged'>,
	left: readonly LeftMember[],
	{ schemaVersion }: CheckedBackup,
): LeftAgain {
	if (left.length === 0) return { deleted: 0, back: 0 }
	if (schemaVersion !== migrations.length)
		return { deleted: 0, back: readFrom(staged, (sqlite) => presentAmong(sqlite, left)).length }
	try {
		const deleted = readFrom(staged, (sqlite) => presentAmong(sqlite, left)).length
		if (deleted > 0) deleteFrom(staged, left)
		keepNotesOf(staged, left)
		return { deleted, back: 0 }
	} catch (error) {
		throw new StartRefused(
			`The accounts that were deleted since could not be taken out of the copy of ${path} (${error}). Nothing was changed.`,
			EXIT.diskFails,
		)
	}
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

const endAccess = (sqlite: Sqlite, { replaced, removed }: Known): RemovedAgain | null =>
	sqlite
		.transaction(() => {
			endCredentials(sqlite, new Date())
			if (replaced.length > 0) replaceClaimLinks(sqlite, replaced, newLinkToken)
			return removed && removeAgain(sqlite, removed)
		})
		.immediate()

function noteInStaged(sqlite: Sqlite, name: string) {
	try {
		noteRestored(sqlite, name, new Date())
	} catch {
		// The journal entry is optional, so its failure must not fail the restore.
	}
}

/**
 * Backups are single files. A plain copy of a data file may need the file next to it to be complete: `-wal` in WAL mode,
 * otherwise `-journal`.
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

const removeDatabaseFiles = (path: string) => {
	for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
}

const noBackup = (path: string) =>
	new StartRefused(`There is no file ${path}. 'backseat backup list' shows the backups.`, EXIT.badFlag)
