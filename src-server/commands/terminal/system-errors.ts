import { EXIT, type ExitCode, type StartProblem } from '#contract/start-problems.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { lacksTemporaryFolder } from '#db/file/temporary-files.ts'

type Refusal = { message: string; exitCode: ExitCode; problem?: StartProblem }

const FULL: Refusal = {
	message: 'The disk is full: nothing was saved. Free some space and try again.',
	exitCode: EXIT.diskFails,
	problem: 'disk_full',
}
const CLOSED = /^(EACCES|EPERM|EROFS)$/
const UNUSABLE = /^(ENOTDIR|EISDIR|ELOOP|ENAMETOOLONG|EIO)$/

/** A one-line refusal for an error of the disk, a lock or a path; null for any other error, which is a bug. */
export function systemErrorRefusal(error: unknown): Refusal | null {
	if (!(error instanceof Error)) return null
	const { code = '', path } = error as NodeJS.ErrnoException
	const trouble = storageTrouble(error)
	if (trouble === 'full' || code === 'ENOSPC' || code === 'EDQUOT') return FULL
	if (trouble === 'damaged')
		return {
			message: `The database is damaged (${error.message}). Ask 'backseat doctor'.`,
			exitCode: EXIT.badData,
			problem: 'data_damaged',
		}
	if (lacksTemporaryFolder(error))
		return {
			message:
				'There is no folder for temporary files. Run this as the user who runs the server, or set SQLITE_TMPDIR to a folder that this user can write to.',
			exitCode: EXIT.noDataFolder,
		}
	if (trouble === 'failing')
		return { message: `The disk fails (${error.message}). Run 'backseat doctor'.`, exitCode: EXIT.diskFails }
	if (code.startsWith('SQLITE_BUSY'))
		return { message: 'Another program kept the data to itself for too long. Try again.', exitCode: EXIT.dataInUse }
	if (path === undefined) return null
	if (CLOSED.test(code)) return { message: noAccessTo(path), exitCode: EXIT.noDataFolder }
	return UNUSABLE.test(code)
		? { message: `Cannot use ${path} (${code}). Name another place.`, exitCode: EXIT.noDataFolder }
		: null
}

/** Names the user by uid, because in a container the user often has no name. */
export const noAccessTo = (path: string) =>
	`${path} is closed to ${process.getuid ? `uid ${process.getuid()}` : 'this user'}. Run this as the user who runs the server.`
