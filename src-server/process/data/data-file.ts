import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase } from '#db/database.ts'
import { APPLICATION_ID } from '#db/file/data-file.ts'
import { DatabaseRefused, DataDamaged } from '#db/file/database-refused.ts'
import { printable, shellWord } from '#server/log/printable-text.ts'
import { hasInstanceMarker, whyNotOpened, writeInstanceMarker } from './data-folder.ts'

export type WantedBackup = 'any' | 'before-update'

export type NewestBackup = (wanted: WantedBackup) => string | null

export type DataFileOptions = DatabaseOptions & { newestBackup: NewestBackup }

export const dataFileIn = (dataDir: string) => join(dataDir, 'backseat.db')

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Opens an instance's data, or creates them on first use. Refusals are one line with the problem, the path and the remedy;
 * for lost, damaged or newer data also the best backup and the command that restores it.
 */
export function openDataFile(dataDir: string, { newestBackup, ...options }: DataFileOptions): Database {
	const path = dataFileIn(dataDir)
	try {
		if (hasInstanceMarker(dataDir)) refuseLostData(path)
		const db = openDatabase(path, options)
		writeInstanceMarker(dataDir)
		return db
	} catch (error) {
		if (error instanceof DataDamaged) throw withRestoreCommand(error, dataDir, newestBackup)
		throw isOfNewerVersion(error) ? withWayBack(error, dataDir, newestBackup) : whyNotOpened(error, path)
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
	newestBackup: NewestBackup,
): DataDamaged {
	const newest = pathOf(() => newestBackup('any'))
	const restore = restoreCommand(newest ?? 'FILE', dataDir)
	const advice = `${newest ? 'Restore the newest backup' : 'Restore a backup'}: ${restore}`
	return new DataDamaged(`${message} ${advice}`, problem)
}

const restoreCommand = (file: string, dataDir: string) =>
	`backseat backup restore ${shellWord(file)} --data-dir ${shellWord(dataDir)}`

const isOfNewerVersion = (error: unknown): error is DatabaseRefused =>
	error instanceof DatabaseRefused && error.problem === 'data_newer'

function withWayBack(refused: DatabaseRefused, dataDir: string, newestBackup: NewestBackup): DatabaseRefused {
	const back = wayBack(dataDir, newestBackup)
	const { message, exitCode, problem } = refused
	return back === null ? refused : new DatabaseRefused(`${message} ${back}`, exitCode, problem)
}

/** For operators who downgrade the program; null without a backup from before the update. */
export function wayBack(dataDir: string, newestBackup: NewestBackup): string | null {
	const before = pathOf(() => newestBackup('before-update'))
	return before && `Or go back to before the update, without what was added since: ${restoreCommand(before, dataDir)}`
}

/** An unreadable backup folder must not hide the actual problem with the data. */
function pathOf(newestBackup: () => string | null): string | null {
	try {
		return newestBackup()
	} catch {
		return null
	}
}

export type FileHeader = {
	applicationId: number
	schemaVersion: number
	/** True if its newest rows may be in a `-wal` file. Always false in a backup. */
	isWal: boolean
	bytes: number
}

const HEADER_BYTES = 100
const MAGIC = Buffer.from('SQLite format 3\0')

export function headerBytes(path: string): Buffer {
	const header = Buffer.alloc(HEADER_BYTES)
	const file = openSync(path, 'r')
	try {
		return header.subarray(0, readSync(file, header))
	} finally {
		closeSync(file)
	}
}

export function headerOf(path: string): FileHeader | null {
	const header = headerBytes(path)
	if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) return null
	// 65536 does not fit in two bytes and is stored as 1.
	const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
	return {
		applicationId: header.readUInt32BE(68),
		schemaVersion: header.readUInt32BE(60),
		isWal: header[18] === 2,
		bytes: header.readUInt32BE(28) * pageSize,
	}
}

/** A cheap check for truncated, emptied or replaced files; it misses flipped bits (check-backup.ts reads every page). */
export function looksWhole(path: string, bytes: number): boolean {
	try {
		const header = headerOf(path)
		return header !== null && header.applicationId === APPLICATION_ID && header.bytes === bytes
	} catch {
		return false
	}
}

type Here = { cwd?: string; program?: string }

const NAME = 'backseat-data'

/**
 * The default data folder is relative to the current directory, so a start from elsewhere misses existing data. Returns the
 * path of data nearby; null if there are none, or the operator named another folder.
 */
export function dataElsewhere(dataDir: string, { cwd = process.cwd(), program = process.execPath }: Here = {}) {
	if (dataDir !== join(cwd, NAME)) return null
	const [parent, beside] = [dirname(cwd), dirname(program)]
	const nearby = [parent, join(cwd, 'dist'), beside, dirname(beside)].map((folder) => join(folder, NAME))
	return nearby.find((folder) => folder !== dataDir && hasData(folder)) ?? null
}

function hasData(dataDir: string): boolean {
	try {
		return statSync(dataFileIn(dataDir)).size > 0
	} catch {
		return false
	}
}

/** Printed if a start finds no accounts, because the operator then believes that all data are lost. */
export function notesOnDataElsewhere(dataDir: string): string[] {
	const elsewhere = dataElsewhere(dataDir)
	if (elsewhere === null) return []
	const use = `to use those, stop this and start it with --data-dir ${shellWord(elsewhere)}`
	return [printable(`Nobody is in this data folder yet. There are data in ${elsewhere}: ${use}`)]
}

/** Rounds sizes shown to hosts. An exact size would reveal each write, including a sealed verdict. */
export const inWholeMegabytes = (bytes: number) => Math.ceil(bytes / 1e6) * 1e6
