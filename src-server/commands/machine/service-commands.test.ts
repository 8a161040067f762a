import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { runCommand } from '#server/commands/testing/run-command.ts'

const service = (...words: string[]) => runCommand(['service', ...words])
const oneLine = /^[^\n]+\n$/

test('the unit can be looked at before anything is done, by anybody and anywhere', async () => {
	const { exitCode, stdout, stderr } = await service('install', '--print', '--backup-dir', '/mnt/backup')

	expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
	expect(stdout).toContain(`ExecStart=${process.execPath} serve --data-dir /var/lib/backseat --backup-dir /mnt/backup`)
	expect((await service('install', '--print', '--user')).stdout).toContain('/.local/share/backseat')
})

test('the files for many groups are printed one after the other, each behind its name, and are installed by nobody', async () => {
	const { exitCode, stdout, stderr } = await service('install', '--many', '--print')

	expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
	expect(stdout.split('\n').filter((line) => /^# backseat\S*$/.test(line))).toEqual([
		'# backseat@.socket',
		'# backseat-door@.service',
		'# backseat@.service',
		'# backseat-backup@.timer',
		'# backseat-backup@.service',
	])
	expect(stdout).toStartWith('# backseat@.socket\n')
	expect(stdout).toContain(`ExecStart=${process.execPath} backup create --daily`)
	expect(await service('install', '--many')).toMatchObject({
		exitCode: 64,
		stderr: expect.stringContaining('--many installs nothing: add --print'),
	})
	expect((await service('install', '--many', '--print', '--user')).exitCode).toBe(64)
	expect((await service('install', '--group', 'x.org', '--user')).exitCode).toBe(64)
})

test('a Backseat that runs from its source does not become a service', async () => {
	const { exitCode, stdout, stderr } = await service('install')

	expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' })
	expect(stderr).toMatch(oneLine)
	expect(stderr).toContain('runs from its source. Build it')
})

test.skipIf(existsSync('/run/systemd/system'))(
	'on a machine without systemd one line says so (skipped where systemd runs)',
	async () => {
		for (const words of [
			['status'],
			['uninstall'],
			['install', '--group', 'x.org'],
			['uninstall', '--group', 'x.org'],
		]) {
			const { exitCode, stderr } = await service(...words)
			expect(exitCode).toBe(69)
			expect(stderr).toMatch(oneLine)
			expect(stderr).toContain('was not started by systemd')
		}
	},
)

test('a word too much is refused', async () => {
	expect((await service('remove')).exitCode).toBe(64)
	expect((await service('install', '--prnt')).exitCode).toBe(64)
})
