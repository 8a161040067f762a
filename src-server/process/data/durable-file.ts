import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

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

export function syncFolder(path: string) {
	// Windows cannot open folders; its file system journals names itself.
	if (process.platform === 'win32') return
	const folder = openSync(path, 'r')
	try {
		fsyncSync(folder)
	} finally {
		closeSync(folder)
	}
}
