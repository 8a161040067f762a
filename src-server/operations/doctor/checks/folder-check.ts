import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, ok, problem, warning } from '#server/operations/doctor/finding.ts'

const ABOUT = 'Data folder'

/** Whether the folder is there, this user's, and closed to all others on the machine. */
export function checkFolder(dataDir: string): Finding {
	const found = look(dataDir)
	if ('state' in found) return found
	if (process.getuid === undefined) return ok(ABOUT, dataDir)

	const { uid, gid } = found
	const stranger = firstOfAnotherOwner(dataDir, uid)
	if (stranger)
		return warning(
			ABOUT,
			`${stranger.path} belongs to uid ${stranger.uid}, its folder to uid ${uid}: a server of that user cannot write it.`,
			`chown -R ${uid}:${gid} ${dataDir}`,
		)
	if (isOpenToOthers(found))
		return warning(
			ABOUT,
			`${dataDir} is open to other users of this machine (${octal(found)}).`,
			`chmod -R go= ${dataDir}`,
		)
	return ok(ABOUT, `${dataDir}, for uid ${uid} alone`)
}

const isOpenToOthers = ({ mode }: Stats) => (mode & 0o077) !== 0
const octal = ({ mode }: Stats) => (mode & 0o777).toString(8).padStart(4, '0')

function look(dataDir: string): Stats | Finding {
	try {
		const stats = statSync(dataDir)
		if (!stats.isDirectory()) return problem(ABOUT, `${dataDir} is a file.`, 'Set --data-dir to a folder.')
		accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
		return stats
	} catch (error) {
		return notUsable(dataDir, (error as NodeJS.ErrnoException).code)
	}
}

function notUsable(dataDir: string, code: string | undefined): Finding {
	if (code === 'ENOENT')
		return problem(
			ABOUT,
			`There is no ${dataDir}.`,
			'Set --data-dir (a service has it in /var/lib/backseat); or start the server, which makes it.',
		)
	if (code === 'EROFS')
		return problem(ABOUT, `${dataDir} is on a read-only disk.`, 'Mount it writable, or choose another --data-dir.')
	const who = process.getuid ? `uid ${process.getuid()}` : 'this user'
	return problem(
		ABOUT,
		`${dataDir} may not be read and written by ${who} (${code}).`,
		'Run this as the user who runs the server; or give the folder to that user with chown.',
	)
}

/** A command run as root beside the server's own user leaves files that the server cannot open. */
function firstOfAnotherOwner(dataDir: string, owner: number): { path: string; uid: number } | null {
	for (const name of readdirSync(dataDir)) {
		const path = join(dataDir, name)
		// Between reading the folder and looking, SQLite may have taken a file away.
		const uid = statSync(path, { throwIfNoEntry: false })?.uid ?? owner
		if (uid !== owner) return { path, uid }
	}
	return null
}
