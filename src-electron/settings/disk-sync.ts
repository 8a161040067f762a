import { closeSync, fsyncSync, openSync } from 'node:fs'

export function syncFile(path: string) {
	// 'r+': Windows flushes only through a writable handle.
	sync(path, 'r+')
}

/** A rename is durable only after its folder is flushed. */
export function syncFolder(path: string) {
	// Windows cannot open folders; its file system journals names itself.
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

/** A timestamp that is valid in file names everywhere and sorts by time: '2026-11-21T07-00-51-123Z'. */
export const momentInName = (moment: Date) => moment.toISOString().replaceAll(/[:.]/g, '-')

export function reasonOf(error: unknown): string {
	if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.message
	return String(error)
}
