import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, PROGRAM, runToEnd } from '#server/testing/server-process.ts'
import { judgeFreeSpace } from './disk-space-check.ts'
import { checkFileSystem } from './file-system-check.ts'

const folder = freshFolder()

/** What Linux would say with one more mount, at the folder of the data. */
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

/** A small file system of our own needs a mount namespace. */
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
