import { closeSync, openSync, readSync } from 'node:fs'
import { APPLICATION_ID } from '#db/file/data-file.ts'

/** What the first 100 bytes of a SQLite file say (sqlite.org/fileformat2.html, section 1.3). */
export type FileHeader = {
	applicationId: number
	schemaVersion: number
	/** Whether its newest rows may be in a `-wal` beside it. Never so in a backup. */
	isWal: boolean
	/** Pages times their size. */
	bytes: number
}

const MAGIC = Buffer.from('SQLite format 3\0')

/** Null for a file that is not of SQLite. Throws what the system says when it cannot be read. */
export function headerOf(path: string): FileHeader | null {
	const header = Buffer.alloc(100)
	const file = openSync(path, 'r')
	try {
		if (readSync(file, header) < header.length || !header.subarray(0, MAGIC.length).equals(MAGIC)) return null
	} finally {
		closeSync(file)
	}
	// 65536 does not fit in these two bytes and is written as 1.
	const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
	return {
		applicationId: header.readUInt32BE(68),
		schemaVersion: header.readUInt32BE(60),
		isWal: header[18] === 2,
		bytes: header.readUInt32BE(28) * pageSize,
	}
}

/** Finds what was cut off, emptied or replaced at a glance; not a flipped bit (check-backup.ts reads every page). */
export function looksWhole(path: string, bytes: number): boolean {
	try {
		const header = headerOf(path)
		return header !== null && header.applicationId === APPLICATION_ID && header.bytes === bytes
	} catch {
		return false
	}
}
