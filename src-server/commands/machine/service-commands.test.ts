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

test('a Backseat that runs from its source does not become a service', async () => {
	const { exitCode, stdout, stderr } = await service('install')

	expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' })
	expect(stderr).toMatch(oneLine)
	expect(stderr).toContain('runs from its source. Build it')
})

test.skipIf(existsSync('/run/systemd/system'))(
	'on a machine without systemd one line says so (skipped where systemd runs)',
	async () => {
		for (const word of ['status', 'uninstall']) {
			const { exitCode, stderr } = await service(word)
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
