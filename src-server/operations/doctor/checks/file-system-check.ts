import { readFileSync, realpathSync } from 'node:fs'
import { type Finding, ok, problem, unknown, warning } from '#server/operations/doctor/finding.ts'

const ABOUT = 'File system'

/** SQLite's write-ahead log shares memory between processes, which no network gives; locks and syncs are doubtful there too. */
const NETWORK =
	/^(nfs\d?|cifs|smb\d?|smbfs|smb2|9p|afs|ceph|coda|ncpfs|lustre|gfs2|ocfs2|glusterfs|davfs2?|vboxsf|prl_fs|vmhgfs)$|^fuse\.(sshfs|rclone|s3fs|gcsfuse|goofys|glusterfs|davfs2?|smbnetfs|curlftpfs|vmhgfs-fuse|gvfsd-fuse|juicefs|moosefs|ceph)/

const NO_NETWORK = 'Put the data on a disk of this machine; backups may go to the network.'

/** The real path of the data, as the kernel knows it. */
export function checkFileSystem(dataDir: string, mounts = readMounts()): Finding {
	if (mounts === null) return unknown(ABOUT, 'not known here; the data must not be on a network disk')
	const type = typeUnder(realpathSync(dataDir), mounts)
	if (type === null) return unknown(ABOUT, 'not known here; the data must not be on a network disk')
	if (NETWORK.test(type))
		return problem(ABOUT, `${dataDir} is on a network file system (${type}), where SQLite can lose data.`, NO_NETWORK)
	if (type === 'tmpfs' || type === 'ramfs')
		return warning(
			ABOUT,
			`${dataDir} is in memory (${type}) and is gone after a restart.`,
			'Choose a --data-dir on a disk.',
		)
	if (type === 'overlay' || type === 'aufs')
		return warning(
			ABOUT,
			`${dataDir} is inside a container (${type}) and goes when the container is removed.`,
			'Mount a volume there: docker run -v backseat:/data …',
		)
	if (/^(vfat|exfat|msdos)$/.test(type))
		return warning(
			ABOUT,
			`${dataDir} is on ${type}, which knows no owners and is easily damaged by a power cut.`,
			'Use a disk with ext4 or the like.',
		)
	if (type === 'virtiofs' || type.startsWith('fuse'))
		return type === 'fuseblk'
			? ok(ABOUT, type)
			: warning(ABOUT, `${dataDir} is on ${type}; not every such file system keeps what SQLite needs.`, NO_NETWORK)
	return ok(ABOUT, type)
}

/** Linux alone lists its mounts in a file. */
function readMounts(): string | null {
	try {
		return readFileSync('/proc/self/mountinfo', 'utf8')
	} catch {
		return null
	}
}

/** The type of the deepest mount above a path; of two at one place the later counts. See proc_pid_mountinfo(5). */
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

/** A space in a path is written as \040. */
const unescaped = (text: string) =>
	text.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8)))
