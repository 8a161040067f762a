import { chmodSync, chownSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'

/** Makes a finished file safe: for one user alone, owned like `like`, and every byte of it on the disk. */
export function settleFile(path: string, like: string) {
	chmodSync(path, 0o600)
	ownLike(path, like)
	// 'r+': Windows flushes only through a handle that may write.
	const file = openSync(path, 'r+')
	try {
		fsyncSync(file)
	} finally {
		closeSync(file)
	}
}

/**
 * Root runs commands for the server's user at times, and what root makes that user could not read afterwards: the
 * server would not start with the data that were just restored for it.
 */
export function ownLike(path: string, like: string) {
	if (process.getuid?.() !== 0) return
	const { uid, gid } = statSync(like)
	chownSync(path, uid, gid)
}
