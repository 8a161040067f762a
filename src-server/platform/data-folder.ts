import { SQLiteError } from 'bun:sqlite'
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
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
	if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is, or lies in, a file'
	if (code === 'EACCES' || code === 'EPERM') return `${thisUser()} may not write there`
	if (code === 'EROFS') return 'it lies on a read-only disk'
	return `${code}`
}

/** By number only: in a container the user often has no name, and asking for it would throw. */
const thisUser = () => (process.getuid ? `the user with uid ${process.getuid()}` : 'this user')

/** Why the data file in the folder does not open, where SQLite knows; damage is db/database.ts's to tell. */
export function whyNotOpened(error: unknown, path: string): unknown {
	if (!(error instanceof SQLiteError)) return error
	const code = error.code ?? ''
	if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code))
		return new StartRefused(`Cannot open ${path} for writing (${code}). ${whatToDo}`, EXIT.noDataFolder)
	if (code.startsWith('SQLITE_BUSY'))
		return new StartRefused(`Another program is using ${path}. Stop it and start again.`, EXIT.dataInUse)
	return error
}
