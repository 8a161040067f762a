import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase } from '#db/database.ts'
import { DataDamaged } from '#db/file/database-refused.ts'
import { whyNotOpened } from './data-folder.ts'
import { hasInstanceMarker, writeInstanceMarker } from './instance-marker.ts'

/** `newestBackup`: where it is, if there is one. */
export type DataFileOptions = DatabaseOptions & { newestBackup: () => string | null }

export const dataFileIn = (dataDir: string) => join(dataDir, 'backseat.db')

/**
 * Opens the data of an instance, or makes them where there have never been any. Refusals are one line: what, which
 * path, what to do; for lost or damaged data also the newest backup and the command that restores it.
 */
export function openDataFile(dataDir: string, { newestBackup, ...options }: DataFileOptions): Database {
	const path = dataFileIn(dataDir)
	try {
		if (hasInstanceMarker(dataDir)) refuseLostData(path)
		const db = openDatabase(path, options)
		writeInstanceMarker(dataDir)
		return db
	} catch (error) {
		throw error instanceof DataDamaged ? withRestoreCommand(error, dataDir, newestBackup) : whyNotOpened(error, path)
	}
}

function refuseLostData(path: string) {
	const size = statSync(path, { throwIfNoEntry: false })?.size
	if (size === 0 || size === undefined)
		throw new DataDamaged(
			`${path} is ${size === 0 ? 'empty' : 'gone'}, but this folder has held a Backseat. To start with an empty database, remove instance.json too.`,
			'data_lost',
		)
}

function withRestoreCommand(
	{ message, problem }: DataDamaged,
	dataDir: string,
	newestBackup: () => string | null,
): DataDamaged {
	const newest = pathOf(newestBackup)
	const restore = `backseat backup restore ${newest ?? 'FILE'} --data-dir ${dataDir}`
	const advice = `${newest ? 'Restore the newest backup' : 'Restore a backup'}: ${restore}`
	return new DataDamaged(`${message} ${advice}`, problem)
}

/** A backup folder that cannot be read changes nothing about what is wrong with the data. */
function pathOf(newestBackup: () => string | null): string | null {
	try {
		return newestBackup()
	} catch {
		return null
	}
}
