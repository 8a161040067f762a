import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { chmodSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listeningServer } from '#server/commands/testing/listening-server.ts'
import { runCommand } from '#server/commands/testing/run-command.ts'
import { makeBackup } from '#server/operations/backups/make-backup.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { freshFolder, runToEnd, startServer } from '#server/testing/server-process.ts'

const doctor = (dataDir: string, ...flags: string[]) => runCommand(['doctor', '--data-dir', dataDir, ...flags])

async function findings(dataDir: string, ...flags: string[]) {
	const { exitCode, stdout } = await doctor(dataDir, '--json', ...flags)
	const report: { healthy: boolean; findings: { about: string; state: string }[] } = JSON.parse(stdout)
	return {
		exitCode,
		healthy: report.healthy,
		states: new Map(report.findings.map(({ about, state }) => [about, state])),
	}
}

test('beside a running server all is looked at, and nothing is wrong', async () => {
	const dataDir = freshFolder()
	const server = await startServer({ flags: ['--data-dir', dataDir] })
	const { port } = new URL(server.origin)

	const { exitCode, stdout, stderr } = await runToEnd({ flags: ['doctor', '--data-dir', dataDir, '--port', port] })
	await server.end()

	expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
	for (const about of [
		'Version',
		'Settings',
		'Data folder',
		'Disk space',
		'Database',
		'Backups',
		'Clock',
		'Public address',
	])
		expect(stdout).toMatch(new RegExp(`^✓ ${about} `, 'm'))
	expect(stdout).toContain(`running at http://127.0.0.1:${port}/`)
	expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^0 problems, \d warnings?\.$/)
})

test('beside a server that was started with flags it asks at its address without being given it [B16]', async () => {
	const { dataDir, port } = listeningServer({ lan: true, 'base-path': '/rides' })

	const { stdout } = await doctor(dataDir)

	expect(stdout).toContain(`running at http://127.0.0.1:${port}/rides/\n`)
	expect(stdout).toMatch(new RegExp(`Public address .*(people on this network use http://.*:${port}/rides/|only this)`))
})

test('it works without a server too, and a warning is not a failure', async () => {
	const dataDir = familyFolder()
	chmodSync(dataDir, 0o755)

	const { exitCode, healthy, states } = await findings(dataDir, '--port', '0')

	expect({ exitCode, healthy }).toEqual({ exitCode: 0, healthy: true })
	expect(states.get('Data folder')).toBe('warning')
	expect(states.get('Server')).toBe('warning')
	expect(states.get('Database')).toBe('ok')
})

test('asked to be quick, it reads less, and says so', async () => {
	const { exitCode, stdout } = await doctor(familyFolder(), '--quick', '--port', '0')

	expect(exitCode).toBe(0)
	expect(stdout).toMatch(/^✓ Database .* its indexes were not compared with its tables$/m)
})

test('data of a newer version: it names the backup from before the update, and the command that leads back [B18]', async () => {
	const dataDir = familyFolder()
	const data = join(dataDir, 'backseat.db')
	const backup = join(dataDir, 'backups', 'backseat-2026-11-20T03-00-00Z-before-0.2.0-schema-16.db')
	makeBackup({ source: data, target: backup })
	using update = new Sqlite(data)
	update.run('PRAGMA user_version = 999')

	const { exitCode, stdout } = await doctor(dataDir, '--port', '0')

	expect(exitCode).toBe(1)
	expect(stdout).toContain(
		`Or go back to before the update, without what was added since: backseat backup restore ${backup}`,
	)
})

test('damaged data end it with 1, and the line below says what to do', async () => {
	const dataDir = familyFolder()
	truncateSync(join(dataDir, 'backseat.db'), 8192)

	const { exitCode, stdout } = await doctor(dataDir, '--port', '0')

	expect(exitCode).toBe(1)
	expect(stdout).toMatch(/^✗ Database .* is damaged: .*\n +→ Stop the server and restore a backup/m)
})

test('a folder that is not there is one problem, not ten', async () => {
	const dataDir = freshFolder()
	rmSync(dataDir, { recursive: true })

	const { exitCode, states } = await findings(dataDir, '--port', '0')

	expect(exitCode).toBe(1)
	expect([...states].filter(([, state]) => state !== 'ok')).toEqual([['Data folder', 'problem']])
})

test('a mistake in backseat.toml is a finding, and names the file', async () => {
	const dataDir = freshFolder()
	writeFileSync(join(dataDir, 'backseat.toml'), 'prot = 80\n')

	const { exitCode, stdout, stderr } = await doctor(dataDir)

	expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
	expect(stdout).toContain(`✗ Settings  Unknown setting "prot" in ${dataDir}/backseat.toml`)
})

test('a flag that does not exist is a mistake of the command line, not of the instance', async () => {
	expect((await doctor(freshFolder(), '--prot', '1')).exitCode).toBe(64)
})
