import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '#server/platform/start-refused.ts'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { MADE_BY_US, type ServedUnit, unitFile } from './unit-file.ts'

const unit = (special: Partial<ServedUnit> = {}): string =>
	unitFile({
		...{ isUser: false, binary: '/bin/true', dataDir: '/var/lib/backseat', backupDir: null },
		...{ envFile: '/etc/backseat.env', ...special },
	})

/** What stands behind this word, line by line. */
const values = (text: string, name: string) =>
	text
		.split('\n')
		.filter((line) => line.startsWith(`${name}=`))
		.map((line) => line.slice(name.length + 1))

test('a service of the machine runs as a user of its own, who may write nothing but the data', () => {
	const text = unit()

	expect(text.startsWith(MADE_BY_US)).toBe(true)
	expect(values(text, 'User')).toEqual(['backseat'])
	expect(values(text, 'ExecStart')).toEqual(['/bin/true serve --data-dir /var/lib/backseat'])
	expect(values(text, 'StateDirectory')).toEqual(['backseat'])
	expect(values(text, 'ProtectSystem')).toEqual(['strict'])
	expect(values(text, 'ReadWritePaths')).toEqual([])
	expect(values(text, 'CapabilityBoundingSet')).toEqual([''])
})

test('backups on another disk may be written there, and a disk that is not there stops no start', () => {
	const text = unit({ backupDir: '/mnt/backup' })

	expect(values(text, 'ExecStart')).toEqual(['/bin/true serve --data-dir /var/lib/backseat --backup-dir /mnt/backup'])
	expect(values(text, 'ReadWritePaths')).toEqual(['-/mnt/backup'])
})

test('data elsewhere may be written there', () => {
	expect(values(unit({ dataDir: '/srv/rides' }), 'ReadWritePaths')).toEqual(['-/srv/rides'])
})

test('a start that failed for good is not tried again, one that may go well later is', () => {
	const never = values(unit(), 'RestartPreventExitStatus')[0]?.split(' ').map(Number)

	expect(never).toEqual([EXIT.badFlag, EXIT.badData, EXIT.bug, EXIT.noDataFolder, EXIT.badSetting])
	for (const passing of [EXIT.portTaken, EXIT.dataInUse]) expect(never).not.toContain(passing)
})

test('a service of one person asks for nothing that takes root to close', () => {
	const text = unit({ isUser: true, dataDir: '/home/mum/.local/share/backseat' })

	for (const name of ['User', 'ProtectSystem', 'PrivateTmp', 'CapabilityBoundingSet', 'StateDirectory'])
		expect(values(text, name)).toEqual([])
	expect(values(text, 'NoNewPrivileges')).toEqual(['yes'])
	expect(values(text, 'WantedBy')).toEqual(['default.target'])
})

const analyze = Bun.which('systemd-analyze')
const why = '(skipped where there is no systemd-analyze)'

async function saved(text: string): Promise<string> {
	const path = join(freshFolder(), 'backseat.service')
	writeFileSync(path, text)
	return path
}

/** What systemd itself thinks of it. Its exit code is 0 also for a word it does not know. */
async function verify(text: string, ...flags: string[]) {
	const env = { XDG_RUNTIME_DIR: freshFolder() }
	return await runToEnd({ command: ['systemd-analyze', ...flags, 'verify', await saved(text)], env })
}

test.skipIf(!analyze)(
	`systemd understands every word of both units, and of paths as people have them ${why}`,
	async () => {
		const odd = '/mnt/our rides/100% "$HOME" back\\up'

		for (const text of [unit(), unit({ backupDir: odd, dataDir: odd })])
			expect(await verify(text)).toEqual({ exitCode: 0, stdout: '', stderr: '' })
		expect(await verify(unit({ isUser: true }), '--user')).toEqual({ exitCode: 0, stdout: '', stderr: '' })
	},
)

test.skipIf(!analyze)(`that check would see a word that is misspelled ${why}`, async () => {
	expect((await verify(unit().replace('ProtectSystem', 'ProtectSytem'))).stderr).toContain('ProtectSytem')
})

test.skipIf(!analyze)(
	`by systemd's own measure the service is well closed: 2 of 10, where 10 is open ${why}`,
	async () => {
		const path = await saved(unit({ backupDir: '/mnt/backup' }))
		const flags = ['security', '--offline=true', '--no-pager', path]

		const { stdout } = await runToEnd({ command: ['systemd-analyze', ...flags] })

		const [, exposure] = /Overall exposure level for backseat.service: ([\d.]+)/.exec(stdout) ?? []
		expect(Number(exposure)).toBeLessThanOrEqual(2)
	},
)
