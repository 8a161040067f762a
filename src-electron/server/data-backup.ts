import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { momentInName, reasonOf, syncFile, syncFolder } from '#desktop/settings/disk-sync.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'

/**
 * The files SQLite needs to restore every acknowledged rating: after a power cut the newest are only in the -wal. The -shm is
 * left out because SQLite rebuilds it from the -wal, and a stale one would describe another file.
 */
const DATA_FILES = ['backseat.db', 'backseat.db-wal', 'backseat.db-journal'] as const

const KEPT = 5
const UNFINISHED = '.being-made-'
/** 'before-0.2.0-2026-11-21T07-00-51-123Z'; backups sort by the timestamp. */
const BACKUP_NAME = /^before-.+-(\d{4}-\d\d-\d\dT[\d-]+Z)$/

export type DataBackupOptions = {
	dataDir: string
	backupsDir: string
	lastVersion: string | null
	version: string
	now: Date
}

/**
 * Copies the data before a version opens them for the first time. No server may be running. Returns the folder of the complete,
 * synced copy, or null if there is nothing to do. On failure it throws and leaves no partial copy; then the new version must not start.
 */
export function backUpBeforeNewVersion(options: DataBackupOptions): { madeAt: string } | null {
	const { dataDir, backupsDir, lastVersion, version, now } = options
	if (lastVersion === version || !isThere(join(dataDir, 'backseat.db'))) return null

	mkdirSync(backupsDir, { recursive: true, mode: 0o700 })
	for (const name of readdirSync(backupsDir))
		if (name.startsWith(UNFINISHED)) rmSync(join(backupsDir, name), { recursive: true, force: true })

	const aside = mkdtempSync(join(backupsDir, UNFINISHED))
	const madeAt = join(backupsDir, `before-${version.replaceAll(/[^\w.+-]/g, '_')}-${momentInName(now)}`)
	try {
		copyData(dataDir, aside)
		renameSync(aside, madeAt)
		syncFolder(backupsDir)
	} catch (error) {
		rmSync(aside, { recursive: true, force: true })
		throw error
	}
	removeOldBackups(backupsDir)
	return { madeAt }
}

/** Does nothing if this version opened the data last. Throws on failure. */
export function beforeFirstStart(dependencies: {
	settings: SettingsFile
	dataDir: string
	backupsDir: string
	version: string
}) {
	const { settings, dataDir, backupsDir, version } = dependencies
	return () => {
		const { lastVersion } = settings.current()
		backUpBeforeNewVersion({ dataDir, backupsDir, lastVersion, version, now: new Date() })
		settings.change({ lastVersion: version })
	}
}

function copyData(from: string, to: string) {
	const before = stateOfFiles(from)
	for (const name of DATA_FILES) {
		if (!isThere(join(from, name))) continue
		const copy = join(to, name)
		copyFileSync(join(from, name), copy)
		chmodSync(copy, 0o600)
		syncFile(copy)
	}
	syncFolder(to)
	// The server of a just-killed shell may still be writing, which would give an inconsistent copy.
	if (stateOfFiles(from) !== before)
		throw Object.assign(new Error('The data changed while they were copied'), { code: 'EBUSY' })
}

const stateOfFiles = (folder: string) =>
	DATA_FILES.map((name) => {
		const stat = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false })
		return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : 'none'
	}).join()

function isThere(path: string): boolean {
	try {
		return statSync(path, { throwIfNoEntry: false }) !== undefined
	} catch (error) {
		// A file stands where the folder should be: nothing to copy, and the server explains it better.
		if (reasonOf(error) === 'ENOTDIR') return false
		throw error
	}
}

function removeOldBackups(backupsDir: string) {
	const momentOf = (name: string) => BACKUP_NAME.exec(name)?.[1] ?? ''
	const newestFirst = readdirSync(backupsDir)
		.filter((name) => BACKUP_NAME.test(name))
		.toSorted((a, b) => momentOf(b).localeCompare(momentOf(a)))
	for (const name of newestFirst.slice(KEPT))
		try {
			rmSync(join(backupsDir, name), { recursive: true })
		} catch {
			// A surplus backup does no harm; the copy that matters exists.
		}
}
