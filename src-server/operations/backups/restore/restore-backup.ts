import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { type BackupPlace, backupFolder, momentInName } from '#server/operations/backups/backup-folder.ts'
import {
	type DataContents,
	type ReplacedClaimLink,
	replacedClaimLinks,
} from '#server/operations/backups/backups.queries.ts'
import { type CheckedBackup, contentsAt, readFrom } from '#server/operations/backups/check-backup.ts'
import { copyOwner } from '#server/operations/backups/finished-file.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { prepareDataFolder } from '#server/process/data/data-folder.ts'
import { lockFile, takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import { stepsOfReplacement } from './replace-data.ts'
import { noBackup, removeDatabaseFiles, stageBackup } from './stage-backup.ts'

/** A restore that is ready and has changed nothing. Exactly one of `apply` and `cancel` is called, once. */
export type PreparedRestore = {
	backup: CheckedBackup & { path: string }
	/** Null when there are none, `unreadable` when they are damaged. */
	present: DataContents | 'unreadable' | null
	/** Puts the backup in the place of the present data. Answers where those are kept; null when there were none. */
	apply(): string | null
	cancel(): void
}

const ASIDE = '.before-restore-'
const STAGED = '.restoring'

/** From a path, or the name of a file in the backup folder, to an absolute path. */
export function backupAt(place: BackupPlace, file: string): string {
	const inFolder = join(backupFolder(place), file)
	return !existsSync(file) && file === basename(file) && existsSync(inFolder) ? inFolder : resolve(file)
}

/**
 * Takes the data folder for itself, and a copy of the backup into it, which is what is verified and what will be the
 * data: the backup itself is only read. Refused while a server runs (exit code 75).
 */
export function prepareRestore(place: BackupPlace, file: string): PreparedRestore {
	const { dataDir } = place
	const data = dataFileIn(dataDir)
	const path = backupAt(place, file)
	refusePresentData(path, data)
	// Before a folder is made for it.
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
		const backup = { ...stageBackup({ path, staged, dataDir, replaced: linksReplacedIn(data) }), path }
		return { backup, present: presentContents(data), cancel, apply }
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

/** Data that are gone, damaged or of another version say nothing of it. */
function linksReplacedIn(data: string): ReplacedClaimLink[] {
	try {
		return readFrom(data, replacedClaimLinks)
	} catch {
		return []
	}
}

/** What killed restores left behind: copies, and second names of the present data. */
function removeLeftovers(dataDir: string, data: string) {
	removeDatabaseFiles(data + STAGED)
	for (const name of readdirSync(dataDir)) {
		const path = join(dataDir, name)
		if (name.startsWith(basename(data) + ASIDE) && (name.endsWith('.partial') || isSameFile(path, data)))
			rmSync(path, { force: true })
	}
}
