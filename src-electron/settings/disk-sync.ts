import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until the file's bytes are on the disk. */
export function syncFile(path: string) {
	// 'r+': Windows flushes only through a handle that may write.
	sync(path, 'r+')
}

/** Waits until the folder's list of names is on the disk, so that a rename in it survives a power cut. */
export function syncFolder(path: string) {
	// Windows opens no folders; there the file system keeps its own journal of names.
	if (process.platform !== 'win32') sync(path, 'r')
}

function sync(path: string, flags: 'r' | 'r+') {
	const file = openSync(path, flags)
	try {
		fsyncSync(file)
	} finally {
		closeSync(file)
	}
}

/** A moment in a form every file system takes in a name, and that sorts by time: '2026-11-21T07-00-51-123Z'. */
export const momentInName = (moment: Date) => moment.toISOString().replaceAll(/[:.]/g, '-')

/** The system's word for why a file operation failed ('ENOSPC'), or what the error says of itself. */
export function reasonOf(error: unknown): string {
	if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.message
	return String(error)
}
