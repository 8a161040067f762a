import {
	accessSync,
	constants,
	existsSync,
	readdirSync,
	readFileSync,
	realpathSync,
	type Stats,
	statfsSync,
	statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { marked } from '#contract/text.ts'
import { dataFileIn, inWholeMegabytes, sizeOf } from '#server/process/data/data-file.ts'
import { advice, type Finding, ok, problem, unknown, warning } from './finding.ts'

const FOLDER = marked('Data folder').text

export function checkFolder(dataDir: string): Finding {
	const found = look(dataDir)
	if ('state' in found) return found
	if (process.getuid === undefined) return ok(FOLDER, dataDir)

	const { uid, gid } = found
	const stranger = firstOfAnotherOwner(dataDir, uid)
	if (stranger)
		return warning(
			FOLDER,
			marked('{path} belongs to uid {other}, its folder to uid {uid}: a server of that user cannot write it.', {
				path: stranger.path,
				other: stranger.uid,
				uid,
			}),
			`chown -R ${uid}:${gid} ${dataDir}`,
		)
	if (isOpenToOthers(found))
		return warning(
			FOLDER,
			marked('{folder} is open to other users of this machine ({mode}).', { folder: dataDir, mode: octal(found) }),
			`chmod -R go= ${dataDir}`,
		)
	return ok(FOLDER, marked('{folder}, for uid {uid} alone', { folder: dataDir, uid }))
}

const isOpenToOthers = ({ mode }: Stats) => (mode & 0o077) !== 0
const octal = ({ mode }: Stats) => (mode & 0o777).toString(8).padStart(4, '0')

function look(dataDir: string): Stats | Finding {
	try {
		const stats = statSync(dataDir)
		if (!stats.isDirectory())
			return problem(FOLDER, marked('{folder} is a file.', { folder: dataDir }), marked('Set --data-dir to a folder.'))
		accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
		return stats
	} catch (error) {
		return notUsable(dataDir, (error as NodeJS.ErrnoException).code)
	}
}

function notUsable(dataDir: string, code: string | undefined): Finding {
	if (code === 'ENOENT')
		return problem(
			FOLDER,
			marked('There is no {folder}.', { folder: dataDir }),
			marked('Set --data-dir (a service has it in /var/lib/backseat); or start the server, which makes it.'),
		)
	if (code === 'EROFS')
		return problem(
			FOLDER,
			marked('{folder} is on a read-only disk.', { folder: dataDir }),
			marked('Mount it writable, or choose another --data-dir.'),
		)
	const values = { folder: dataDir, code: `${code}` }
	return problem(
		FOLDER,
		process.getuid
			? marked('{folder} may not be read and written by uid {uid} ({code}).', { ...values, uid: process.getuid() })
			: marked('{folder} may not be read and written by this user ({code}).', values),
		marked('Run this as the user who runs the server; or give the folder to that user with chown.'),
	)
}

/** Commands run as root leave files that the server's user cannot open. */
function firstOfAnotherOwner(dataDir: string, owner: number): { path: string; uid: number } | null {
	for (const name of readdirSync(dataDir)) {
		const path = join(dataDir, name)
		// SQLite may delete a file after it was listed.
		const uid = statSync(path, { throwIfNoEntry: false })?.uid ?? owner
		if (uid !== owner) return { path, uid }
	}
	return null
}

export const FILE_SYSTEM = marked('File system').text

/**
 * SQLite's write-ahead log needs shared memory between processes, which network file systems lack; their locks and syncs are
 * unreliable too.
 */
const NETWORK =
	/^(nfs\d?|cifs|smb\d?|smbfs|smb2|9p|afs|ceph|coda|ncpfs|lustre|gfs2|ocfs2|glusterfs|davfs2?|vboxsf|prl_fs|vmhgfs)$|^fuse\.(sshfs|rclone|s3fs|gcsfuse|goofys|glusterfs|davfs2?|smbnetfs|curlftpfs|vmhgfs-fuse|gvfsd-fuse|juicefs|moosefs|ceph)/

const NO_NETWORK = marked('Put the data on a disk of this machine; backups may go to the network.')
const NOT_KNOWN = marked('not known here; the data must not be on a network disk')

export function checkFileSystem(dataDir: string, mounts = readMounts()): Finding {
	if (mounts === null) return unknown(FILE_SYSTEM, NOT_KNOWN)
	const type = typeUnder(realpathSync(dataDir), mounts)
	if (type === null) return unknown(FILE_SYSTEM, NOT_KNOWN)
	const values = { folder: dataDir, type }
	if (NETWORK.test(type))
		return problem(
			FILE_SYSTEM,
			marked('{folder} is on a network file system ({type}), where SQLite can lose data.', values),
			NO_NETWORK,
		)
	if (type === 'tmpfs' || type === 'ramfs')
		return warning(
			FILE_SYSTEM,
			marked('{folder} is in memory ({type}) and is gone after a restart.', values),
			marked('Choose a --data-dir on a disk.'),
		)
	if (type === 'overlay' || type === 'aufs')
		return warning(
			FILE_SYSTEM,
			marked('{folder} is inside a container ({type}) and goes when the container is removed.', values),
			marked('Mount a volume there: docker run -v backseat:/data …'),
		)
	if (/^(vfat|exfat|msdos)$/.test(type))
		return advice(
			FILE_SYSTEM,
			marked('{folder} is on {type}, which knows no owners and is easily damaged by a power cut.', values),
			marked('Use a disk with ext4 or the like.'),
		)
	if (type === 'virtiofs' || type.startsWith('fuse'))
		return type === 'fuseblk'
			? ok(FILE_SYSTEM, type)
			: advice(
					FILE_SYSTEM,
					marked('{folder} is on {type}; not every such file system keeps what SQLite needs.', values),
					NO_NETWORK,
				)
	return ok(FILE_SYSTEM, type)
}

/** Null except on Linux, the only system that lists its mounts in a file. */
function readMounts(): string | null {
	try {
		return readFileSync('/proc/self/mountinfo', 'utf8')
	} catch {
		return null
	}
}

/**
 * The file system type of the deepest mount above a path. If two mounts share a mount point, the later one counts. See
 * proc_pid_mountinfo(5).
 */
function typeUnder(path: string, mounts: string): string | null {
	let deepest = { at: '', type: '' }
	for (const line of mounts.split('\n')) {
		const [before = '', after = ''] = line.split(' - ')
		const at = unescaped(before.split(' ')[4] ?? '')
		const type = after.split(' ')[0] ?? ''
		const isAbove = at === '/' || path === at || path.startsWith(`${at}/`)
		if (at !== '' && isAbove && at.length >= deepest.at.length) deepest = { at, type }
	}
	return deepest.type || null
}

/** Spaces in paths are written as \040. */
const unescaped = (text: string) =>
	text.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)))

export const DISK = marked('Disk space').text
const DISK_OF_BACKUPS = marked('Disk space for backups').text
const MEGABYTE = 1024 * 1024
/** Free space is a warning below three times the database, or below 500 MB for the rest of the machine. */
const COMFORT = { copies: 3, megabytes: 500 }
/** Less space does not even hold the write-ahead log (journal_size_limit in db/database.ts). */
const LEAST_BYTES = 64 * MEGABYTE

/**
 * Checks the disk of the data, and that of the backups if it is another one. The data file counts in whole megabytes and
 * without its write-ahead log: hosts read this, and exact sizes would reveal a sealed verdict.
 */
export function checkDiskSpace(dataDir: string, backupDir: string): Finding[] {
	const databaseBytes = inWholeMegabytes(sizeOf(dataFileIn(dataDir)))
	const data = checkDisk(DISK, dataDir, databaseBytes)
	const existingBackupDir = nearestExisting(backupDir)
	return statSync(existingBackupDir).dev === statSync(dataDir).dev
		? [data]
		: [data, checkDisk(DISK_OF_BACKUPS, existingBackupDir, databaseBytes)]
}

function checkDisk(about: string, folder: string, databaseBytes: number): Finding {
	const { bavail, bsize } = statfsSync(folder)
	return judgeFreeSpace(about, folder, { freeBytes: bavail * bsize, databaseBytes })
}

export function judgeFreeSpace(
	about: string,
	folder: string,
	{ freeBytes, databaseBytes }: { freeBytes: number; databaseBytes: number },
): Finding {
	const sizes = { free: megabytes(freeBytes), size: megabytes(databaseBytes) }
	const little = marked('{free} free, the database has {size}.', sizes)
	const todo = marked('Make room on the disk of {folder}. When it is full, nothing new can be saved.', { folder })
	if (freeBytes < LEAST_BYTES) return problem(about, little, todo)
	const comfortable = Math.max(COMFORT.copies * databaseBytes, COMFORT.megabytes * MEGABYTE)
	return freeBytes < comfortable
		? warning(about, little, todo)
		: ok(about, marked('{free} free, the database has {size}', sizes))
}

/** The folder may not exist yet; its nearest parent is on the same disk. */
export const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)))

function megabytes(bytes: number): string {
	const whole = Math.round(bytes / MEGABYTE)
	return whole >= 10_000 ? `${Math.round(whole / 1024)} GB` : `${whole} MB`
}

const CLOCK = marked('Clock').text
const LEEWAY_MS = 5 * 60_000
/** A clock before this year is wrong. A Raspberry Pi without network starts with a much earlier date. */
const EARLIEST_YEAR = 2025

const SET_CLOCK = marked('Set the clock; on Linux: timedatectl set-ntp true')

/** Sessions, invitations and backups depend on the clock. `elsewhere` is the clock of another machine, if one answered. */
export function checkClock(now: Date, newestRow: Date | null, elsewhere: Date | null): Finding {
	if (now.getUTCFullYear() < EARLIEST_YEAR)
		return problem(CLOCK, marked('The clock says {moment}.', { moment: readable(now) }), SET_CLOCK)
	if (newestRow && newestRow.getTime() > now.getTime() + LEEWAY_MS)
		return problem(
			CLOCK,
			marked('The clock says {moment}, but the newest data are from {newest}.', {
				moment: readable(now),
				newest: readable(newestRow),
			}),
			SET_CLOCK,
		)
	if (elsewhere && Math.abs(elsewhere.getTime() - now.getTime()) > LEEWAY_MS)
		return problem(CLOCK, `The clock says ${readable(now)}, the public address says ${readable(elsewhere)}.`, SET_CLOCK)
	return ok(CLOCK, readable(now))
}

const readable = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
