import { chmodSync, chownSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'

/** Makes a finished file durable and private: readable for the owner of `like` only, every byte of it on the disk. */
export function finishFile(path: string, like: string) {
	chmodSync(path, 0o600)
	copyOwner(path, like)
	// 'r+': Windows flushes only through a handle that may write.
	const file = openSync(path, 'r+')
	try {
		fsyncSync(file)
	} finally {
		closeSync(file)
	}
}

/**
 * When root runs a command for the server's user, that user could not read what root makes: the server would not start
 * with the data that were just restored for it.
 */
export function copyOwner(path: string, like: string) {
	if (process.getuid?.() !== 0) return
	const { uid, gid } = statSync(like)
	chownSync(path, uid, gid)
}
