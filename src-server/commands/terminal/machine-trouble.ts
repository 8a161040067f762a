import { storageTrouble } from '#db/storage-trouble.ts'
import { EXIT } from '#server/process/start-refused.ts'

type Ending = { message: string; exitCode: number }

const FULL: Ending = {
	message: 'The disk is full: nothing was saved. Free some space and try again.',
	exitCode: EXIT.diskFails,
}
/** What the system says of a place that somebody named, or that the settings name. Anything else is a bug of ours. */
const CLOSED = /^(EACCES|EPERM|EROFS)$/
const UNFIT = /^(ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG|EIO)$/

/** A command that the machine stops is no bug: it ends with one line, too. Null for any other error. */
export function machineTrouble(error: unknown): Ending | null {
	if (!(error instanceof Error)) return null
	const { code = '', path } = error as NodeJS.ErrnoException
	const trouble = storageTrouble(error)
	if (trouble === 'full' || code === 'ENOSPC' || code === 'EDQUOT') return FULL
	if (trouble === 'damaged')
		return { message: `The database is damaged (${error.message}). Ask 'backseat doctor'.`, exitCode: EXIT.badData }
	if (trouble === 'failing')
		return { message: `The disk fails (${error.message}). Ask 'backseat doctor'.`, exitCode: EXIT.diskFails }
	if (code.startsWith('SQLITE_BUSY'))
		return { message: 'Another program kept the data to itself for too long. Try again.', exitCode: EXIT.dataInUse }
	if (path === undefined) return null
	if (CLOSED.test(code)) return { message: closedTo(path), exitCode: EXIT.noDataFolder }
	return UNFIT.test(code)
		? { message: `Cannot use ${path} (${code}). Name another place.`, exitCode: EXIT.noDataFolder }
		: null
}

/** By number: in a container the user often has no name. */
export const closedTo = (path: string) =>
	`${path} is closed to ${process.getuid ? `uid ${process.getuid()}` : 'this user'}. Run this as the user who runs the server.`
