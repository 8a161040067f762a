import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file for this user alone: whole and on disk, or not at all. */
export function writeDurably(path: string, text: string) {
	const unfinished = `${path}.new`
	try {
		const file = openSync(unfinished, 'w', 0o600)
		try {
			writeSync(file, text)
			fsyncSync(file)
		} finally {
			closeSync(file)
		}
		renameSync(unfinished, path)
	} catch (error) {
		rmSync(unfinished, { force: true })
		throw error
	}
	syncFolder(dirname(path))
}

/** Waits until the folder's list of names is on the disk, so that what was made or renamed in it survives a power cut. */
export function syncFolder(path: string) {
	// Windows opens no folders; there the file system keeps its own journal of names.
	if (process.platform === 'win32') return
	const folder = openSync(path, 'r')
	try {
		fsyncSync(folder)
	} finally {
		closeSync(folder)
	}
}
