import { expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, PROGRAM, runToEnd } from '#server/testing/server-process.ts'
import { checkClock, checkFileSystem, checkFolder, judgeFreeSpace } from './machine-checks.ts'

const isRoot = process.getuid?.() === 0

test('a folder for its user alone is well, also when a file in it could be read by others', () => {
	const folder = freshFolder()
	writeFileSync(join(folder, 'backseat.toml'), '', { mode: 0o644 })

	expect(checkFolder(folder)).toMatchObject({ state: 'ok', todo: null })
})

test('an operator whose data others on the machine can look into is told the line that closes them', async () => {
	const folder = freshFolder()
	chmodSync(folder, 0o755)

	expect(checkFolder(folder)).toMatchObject({
		state: 'warning',
		says: `${folder} is open to other users of this machine (0755).`,
		todo: `chmod -R go= ${folder}`,
	})
	await runToEnd({ command: ['chmod', '-R', 'go=', folder] })
	expect(checkFolder(folder)).toMatchObject({ state: 'ok' })
})

test('so is one whose data only the group can look into', () => {
	const folder = freshFolder()
	chmodSync(folder, 0o750)

	expect(checkFolder(folder)).toMatchObject({ state: 'warning' })
})

test('a folder that is not there, and one that is a file, are problems', () => {
	const folder = freshFolder()
	const file = join(folder, 'file')
	writeFileSync(file, '')

	expect(checkFolder(join(folder, 'gone'))).toMatchObject({ state: 'problem', says: `There is no ${folder}/gone.` })
	expect(checkFolder(file)).toMatchObject({ state: 'problem', says: `${file} is a file.` })
})

test.skipIf(isRoot)('a folder of somebody else is a problem, but not for root (run as root: skipped)', () => {
	const folder = freshFolder()
	chmodSync(folder, 0o000)

	expect(checkFolder(folder)).toMatchObject({ state: 'problem' })
	chmodSync(folder, 0o700)
})

test.skipIf(!isRoot)("a file that root left in the server's folder is found (not run as root: skipped)", () => {
	const folder = freshFolder()
	writeFileSync(join(folder, 'backseat.db'), '')
	chownSync(folder, 65_532, 65_532)

	expect(checkFolder(folder)).toMatchObject({
		state: 'warning',
		says: `${folder}/backseat.db belongs to uid 0, its folder to uid 65532: a server of that user cannot write it.`,
		todo: `chown -R 65532:65532 ${folder}`,
	})
})

test('a folder of folders is looked at without going into them', () => {
	const folder = freshFolder()
	mkdirSync(join(folder, 'backups'), { mode: 0o700 })

	expect(checkFolder(folder)).toMatchObject({ state: 'ok' })
	rmSync(folder, { recursive: true })
})

const folder = freshFolder()

/** Linux's list of mounts with one more mount at the data folder. */
const mountedAt = (at: string, type: string) =>
	[
		'22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
		'23 22 0:20 / /tmp-of-others rw - tmpfs tmpfs rw',
		`90 22 0:50 / ${at.replaceAll(' ', '\\040')} rw,relatime shared:9 master:3 - ${type} somewhere rw`,
		'',
	].join('\n')

for (const type of ['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs', 'fuse.rclone', 'ceph'])
	test(`data on ${type} are a problem: the network loses what SQLite counts on`, () => {
		expect(checkFileSystem(folder, mountedAt(folder, type))).toMatchObject({
			state: 'problem',
			says: expect.stringContaining(`network file system (${type})`),
		})
	})

for (const type of ['tmpfs', 'overlay', 'vfat', 'fuse.mergerfs', 'virtiofs'])
	test(`data on ${type} are worth a warning`, () => {
		expect(checkFileSystem(folder, mountedAt(folder, type))).toMatchObject({ state: 'warning' })
	})

for (const type of ['ext4', 'btrfs', 'xfs', 'zfs', 'fuseblk'])
	test(`data on ${type} are well`, () => {
		expect(checkFileSystem(folder, mountedAt(folder, type))).toMatchObject({ state: 'ok', says: type })
	})

test('the deepest mount above the data counts, not one whose name only begins alike', () => {
	const inner = join(folder, 'inner')
	mkdirSync(inner)

	expect(checkFileSystem(inner, mountedAt(folder, 'nfs'))).toMatchObject({ state: 'problem' })
	expect(checkFileSystem(folder, mountedAt(inner, 'nfs'))).toMatchObject({ state: 'ok' })
	expect(checkFileSystem(`${folder}`, mountedAt(folder.slice(0, -2), 'nfs'))).toMatchObject({ state: 'ok' })
})

test('a folder with a space in its name is found, which the kernel writes as \\040', () => {
	const spaced = join(folder, 'our rides')
	mkdirSync(spaced)

	expect(checkFileSystem(spaced, mountedAt(spaced, 'nfs'))).toMatchObject({ state: 'problem' })
})

test('where the system gives no answer, the finding says so', () => {
	expect(checkFileSystem(folder, null)).toMatchObject({
		state: 'unknown',
		says: expect.stringContaining('not known here'),
	})
})

const MB = 1024 * 1024

test('too little room for the log is a problem, too little for backups a warning', () => {
	const free = (freeBytes: number, databaseBytes: number) =>
		judgeFreeSpace('Disk space', '/srv', { freeBytes, databaseBytes }).state

	expect(free(63 * MB, 1 * MB)).toBe('problem')
	expect(free(499 * MB, 1 * MB)).toBe('warning')
	expect(free(501 * MB, 1 * MB)).toBe('ok')
	expect(free(2999 * MB, 1000 * MB)).toBe('warning')
	expect(free(3001 * MB, 1000 * MB)).toBe('ok')
})

/** A small file system of the test's own requires a mount namespace. */
const unshare = Bun.which('unshare')
const mayMount = unshare !== null && Bun.spawnSync([unshare, '-rm', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).success

test.skipIf(!mayMount)(
	'on a real small disk in memory, both are found (skipped where `unshare -rm` may not mount)',
	async () => {
		const disk = freshFolder()
		const doctor = `mount -t tmpfs -o size=20m,mode=0700 tmpfs ${disk} && exec "$@"`
		const command = ['unshare', '-rm', 'sh', '-c', doctor, 'sh', ...PROGRAM]

		const { exitCode, stdout, stderr } = await runToEnd({
			command,
			flags: ['doctor', '--json', '--port', '0', '--data-dir', disk],
		})

		expect(stderr).toBe('')
		expect(exitCode).toBe(1)
		expect(JSON.parse(stdout).findings).toContainEqual(
			expect.objectContaining({ about: 'File system', state: 'warning', says: expect.stringContaining('tmpfs') }),
		)
		expect(JSON.parse(stdout).findings).toContainEqual(
			expect.objectContaining({ about: 'Disk space', state: 'problem', says: expect.stringContaining('20 MB free') }),
		)
	},
)

const NOON = new Date('2026-03-01T12:00:00Z')
const minutesLater = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

test('a clock that agrees with the data and with the public address is well', () => {
	expect(checkClock(NOON, minutesLater(-600), minutesLater(1))).toMatchObject({ state: 'ok' })
	expect(checkClock(NOON, null, null)).toMatchObject({ state: 'ok', says: '2026-03-01 12:00 UTC' })
})

test('a Raspberry Pi that woke up without the time is told to set its clock', () => {
	expect(checkClock(new Date('1970-01-01T00:01:00Z'), null, null)).toMatchObject({
		state: 'problem',
		todo: expect.stringContaining('timedatectl'),
	})
})

test('data from the future mean a wrong clock, now or then', () => {
	expect(checkClock(NOON, minutesLater(6), null)).toMatchObject({
		state: 'problem',
		says: 'The clock says 2026-03-01 12:00 UTC, but the newest data are from 2026-03-01 12:06 UTC.',
	})
	expect(checkClock(NOON, minutesLater(4), null)).toMatchObject({ state: 'ok' })
})

test('a clock that the public address contradicts, in either direction, is a problem', () => {
	expect(checkClock(NOON, null, minutesLater(6))).toMatchObject({ state: 'problem' })
	expect(checkClock(NOON, null, minutesLater(-6))).toMatchObject({ state: 'problem' })
})
