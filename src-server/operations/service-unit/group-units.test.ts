import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { GROUP_SERVICES, groupUnits } from './group-units.ts'
import { unitFile } from './unit-file.ts'

const units = groupUnits('/bin/true')
const names = units.map(({ name }) => name)
const textOf = (wanted: string) => units.find(({ name }) => name === wanted)?.text ?? ''

const single = unitFile({
	isUser: false,
	binary: '/bin/true',
	dataDir: '/var/lib/backseat',
	backupDir: null,
	envFile: '/etc/backseat.env',
})
const settingsIn = (text: string) => text.split('\n').filter((line) => /^[A-Z]\w+=/.test(line))

/** Settings in which the single service may differ from a group's: its data, socket, start and memory limit. */
const OF_THE_SINGLE =
	/^(Description|User|Group|Type|ExecStart|EnvironmentFile|StateDirectory|RuntimeDirectory|RuntimeDirectoryMode|MemoryMax|WantedBy)=|^NotifyAccess=/

test('a server among many is as closed as a single one, and so is what makes its backups [T31]', () => {
	const closed = settingsIn(single).filter((line) => !OF_THE_SINGLE.test(line))

	expect(closed.length).toBeGreaterThan(30)
	expect(settingsIn(textOf('backseat@.service'))).toEqual(expect.arrayContaining(closed))
	const ofServers = /^(After|Restart|TimeoutStop|LimitNOFILE|TasksMax)/
	expect(settingsIn(textOf('backseat-backup@.service'))).toEqual(
		expect.arrayContaining(closed.filter((line) => !ofServers.test(line))),
	)
})

test('no service of a group runs as root or as the user of another, nor sees processes of other users [T71]', () => {
	for (const name of GROUP_SERVICES)
		expect(settingsIn(textOf(name))).toEqual(
			expect.arrayContaining(['User=backseat-of-no-group', 'PrivateUsers=yes', 'ProtectProc=invisible']),
		)
	expect(names.filter((name) => name.endsWith('.service')).toSorted()).toEqual(GROUP_SERVICES.toSorted())
})

test('nothing sleeps before the pauses after wrong passwords are over [B22]', () => {
	const [, minutes] = /--exit-idle-time=(\d+)min /.exec(textOf('backseat-door@.service')) ?? []

	expect(Number(minutes)).toBeGreaterThan(15)
})

const analyze = Bun.which('systemd-analyze')
const why = '(skipped where there is no systemd-analyze)'

function saved(change = (text: string) => text): string {
	const folder = freshFolder()
	for (const { name, text } of units) writeFileSync(join(folder, name), change(text))
	return folder
}

const verify = (folder: string) =>
	runToEnd({
		command: ['systemd-analyze', 'verify', ...names.map((name) => join(folder, name))],
		env: { XDG_RUNTIME_DIR: freshFolder() },
	})

test.skipIf(!analyze)(`systemd understands every word of the files for many groups ${why}`, async () => {
	expect(await verify(saved())).toEqual({ exitCode: 0, stdout: '', stderr: '' })
	for (const [right, wrong] of [
		['SocketGroup', 'SocketGrup'],
		['FixedRandomDelay', 'FixedRandomDelya'],
		['BindReadOnlyPaths', 'BindReadOnlyPath'],
		['StopWhenUnneeded', 'StopWhenUnneded'],
		['ConditionPathExists', 'ConditionPathExist'],
	] as const)
		expect((await verify(saved((text) => text.replace(right, wrong)))).stderr).toContain(wrong)
})

test.skipIf(!analyze)(`systemd rates the exposure of each of the services at 2 of 10 or less ${why}`, async () => {
	const folder = saved()
	for (const name of names.filter((name) => name.endsWith('.service'))) {
		const command = ['systemd-analyze', 'security', '--offline=true', '--no-pager', join(folder, name)]
		const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec((await runToEnd({ command })).stdout) ?? []
		expect({ name, exposure: Number(exposure) <= 2 }).toEqual({ name, exposure: true })
	}
})
