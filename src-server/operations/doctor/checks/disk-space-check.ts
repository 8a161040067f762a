import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Finding, ok, problem, warning } from '#server/operations/doctor/finding.ts'

const MEGABYTE = 1024 * 1024
/** Room for the data, a backup being made, and one more; and on small instances for the rest of the machine. */
const COMFORT = { copies: 3, megabytes: 500 }
/** Not even the write-ahead log fits (journal_size_limit in db/database.ts). */
const LEAST_BYTES = 64 * MEGABYTE

/** Free space on the disk of the data, and on that of the backups if it is another one. */
export function checkDiskSpace(dataDir: string, backupDir: string, databaseBytes: number): Finding[] {
	const data = checkDisk('Disk space', dataDir, databaseBytes)
	const backupPlace = nearestExisting(backupDir)
	return statSync(backupPlace).dev === statSync(dataDir).dev
		? [data]
		: [data, checkDisk('Disk space for backups', backupPlace, databaseBytes)]
}

function checkDisk(about: string, folder: string, databaseBytes: number): Finding {
	const { bavail, bsize } = statfsSync(folder)
	return judgeFreeSpace(about, folder, { freeBytes: bavail * bsize, databaseBytes })
}

export function judgeFreeSpace(
	about: string,
	folder: string,
	{ freeBytes, databaseBytes }: { freeBytes: number; databaseBytes: number },
): Finding {
	const free = `${megabytes(freeBytes)} free, the database has ${megabytes(databaseBytes)}`
	const todo = `Make room on the disk of ${folder}. When it is full, nothing new can be saved.`
	if (freeBytes < LEAST_BYTES) return problem(about, `${free}.`, todo)
	const comfortable = Math.max(COMFORT.copies * databaseBytes, COMFORT.megabytes * MEGABYTE)
	return freeBytes < comfortable ? warning(about, `${free}.`, todo) : ok(about, free)
}

/** The folder may not be made yet; what will hold it is. */
export const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)))

function megabytes(bytes: number): string {
	if (bytes >= 10_000 * MEGABYTE) return `${Math.round(bytes / MEGABYTE / 1024)} GB`
	return bytes < 10 * MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.round(bytes / MEGABYTE)} MB`
}
