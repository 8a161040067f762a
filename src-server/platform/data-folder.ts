import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { EXIT, StartRefused } from './start-refused.ts'

/**
 * Makes the data folder if it is not there, for this user alone, or says why it cannot be used.
 * Also sets the umask: files that SQLite makes must not be readable for others (VACUUM INTO would make 0644).
 */
export function prepareDataFolder(path: string) {
	process.umask(0o077)
	try {
		mkdirSync(path, { recursive: true, mode: 0o700 })
		if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
		accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		throw new StartRefused(`Cannot use ${path} as data folder: ${reason(code)}. ${whatToDo}`, EXIT.noDataFolder)
	}
}

const whatToDo = 'Choose another --data-dir or change its owner.'

function reason(code: string | undefined): string {
	const { uid, username } = userInfo()
	if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is, or lies in, a file'
	if (code === 'EACCES' || code === 'EPERM') return `user ${username} (uid ${uid}) may not write there`
	if (code === 'EROFS') return 'it lies on a read-only disk'
	return `${code}`
}
