import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import { EXIT } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { fileMatching, settingsOf, withSpecifiers, withVariables, wordsOf } from './testing/read-unit.ts'
import { MADE_BY_US, type ServedUnit, unitFile } from './unit-file.ts'

const unit = (special: Partial<ServedUnit> = {}): string =>
	unitFile({
		isUser: false,
		binary: '/bin/true',
		dataDir: '/var/lib/backseat',
		backupDir: null,
		envFile: '/etc/backseat.env',
		...special,
	})

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

test('the folder for a socket is open to the group, which a proxy joins', () => {
	expect(values(unit(), 'RuntimeDirectory')).toEqual(['backseat'])
	expect(values(unit(), 'RuntimeDirectoryMode')).toEqual(['0750'])
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

test('the unit of a service of one person has no restriction that needs root', () => {
	const text = unit({ isUser: true, dataDir: '/home/mum/.local/share/backseat' })

	for (const name of ['User', 'ProtectSystem', 'PrivateTmp', 'CapabilityBoundingSet', 'StateDirectory'])
		expect(values(text, name)).toEqual([])
	expect(values(text, 'NoNewPrivileges')).toEqual(['yes'])
	expect(values(text, 'WantedBy')).toEqual(['default.target'])
})

/** Folder names that people use, with characters that have a meaning in units. */
const odd = fc.constantFrom(...' %$"\'\\;#=[]*?{}~-:@!+é🚗'.split(''), '%h', '$'.concat('{HOME}'), '\\n', '\\x41')
const hostile = fc.constantFrom(...'\n\r\t\0\u001b\u0085\u2028\u202e\ufdd0'.split(''), '\n[Service]\nUser=root\n')
const pathOf = (part: fc.Arbitrary<string>) =>
	fc
		.array(fc.array(part, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
		.map((names) => resolve('/srv', ...names.map((parts) => parts.join('')), 'x'))
const oddPath = pathOf(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 4 })))
const hostilePath = pathOf(fc.oneof(odd, hostile, fc.string({ unit: 'binary', maxLength: 2 })))
const anyPath = fc.oneof({ arbitrary: oddPath, weight: 9 }, { arbitrary: hostilePath, weight: 1 })
/** systemd's own rule for program paths. */
const anyProgram = fc.oneof({ arbitrary: anyPath.map((path) => path.replaceAll(/["'\\]/g, '_')), weight: 9 }, anyPath)

test('whatever folders are called, systemd reads the very same paths, and no line more; or the unit is refused [T31]', () => {
	const names = (text: string) => settingsOf(text).map(({ name }) => name)
	let [read, refused] = [0, 0]
	fc.assert(
		fc.property(anyProgram, anyPath, anyPath, anyPath, fc.boolean(), (binary, dataDir, backupDir, envFile, isUser) => {
			const paths = { binary, dataDir, backupDir, envFile }
			const text = unitOrRefusal({ ...paths, isUser })
			if (typeof text !== 'string') {
				refused++
				expect(text.message).not.toMatch(/\p{Cc}/u)
				expect([EXIT.badFlag, EXIT.badSetting] as number[]).toContain(text.exitCode)
				expect(Object.values(paths).join('')).toMatch(
					/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}"'\\]/u,
				)
				return
			}
			read++
			expect(text).not.toMatch(/[^\P{Cc}\n]/u)
			expect(names(text)).toEqual(names(unit({ isUser, dataDir: '/srv/data', backupDir: '/srv/backups' })))
			const [program, ...args] = wordsOf(values(text, 'ExecStart')[0] ?? '', true)
			expect(program).toBe(binary)
			expect(args.map(withVariables)).toEqual(['serve', '--data-dir', dataDir, '--backup-dir', backupDir])
			expect(fileMatching(withSpecifiers(values(text, 'EnvironmentFile')[0] ?? ''))).toBe(`-${envFile}`)
			if (!isUser)
				expect(values(text, 'ReadWritePaths').map((value) => wordsOf(value, false))).toEqual([
					[`-${dataDir}`],
					[`-${backupDir}`],
				])
		}),
		{ numRuns: 2000 },
	)
	expect(Math.min(read, refused)).toBeGreaterThan(50)
})

function unitOrRefusal(special: Partial<ServedUnit>): string | StartRefused {
	try {
		return unit(special)
	} catch (error) {
		if (error instanceof StartRefused) return error
		throw error
	}
}

test('a program that systemd would not start is refused with the line that moves it', () => {
	for (const binary of ['/opt/mum"s/backseat', "/opt/mum's/backseat", '/opt/back\\seat'])
		expect(unitOrRefusal({ binary })).toMatchObject({
			exitCode: EXIT.badSetting,
			message: expect.stringContaining('sudo install -m 755 backseat /usr/local/bin/backseat'),
		})
})

test('the service gets no variable that changes what its runtime runs, except its operator’s own certificates [T31]', () => {
	for (const text of [unit(), unit({ isUser: true })]) {
		const unset = (values(text, 'UnsetEnvironment')[0] ?? '').split(' ')
		for (const name of ['BUN_BE_BUN', 'BUN_OPTIONS', 'BUN_INSPECT', 'NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED'])
			expect(unset).toContain(name)
		// systemd supports no patterns there, and applies the setting last, so it also removes variables from the settings
		// file.
		for (const name of unset) expect(name).toMatch(/^[A-Z_]+$/)
		expect(unset).not.toContain('NODE_EXTRA_CA_CERTS')
	}
})

const analyze = Bun.which('systemd-analyze')
const why = '(skipped where there is no systemd-analyze)'

async function saved(text: string): Promise<string> {
	const path = join(freshFolder(), 'backseat.service')
	writeFileSync(path, text)
	return path
}

/** The result of systemd's own check, whose exit code is 0 even for unknown words. */
async function verify(text: string, ...flags: string[]) {
	const env = { XDG_RUNTIME_DIR: freshFolder() }
	return await runToEnd({ command: ['systemd-analyze', ...flags, 'verify', await saved(text)], env })
}

test.skipIf(!analyze)(
	`systemd understands every word of both units, and of paths as people have them ${why}`,
	async () => {
		const odd = '/mnt/our rides/100% "$HOME" back\\up; [*] #é🚗 \\n'
		const program = join(freshFolder(), 'our 100% $HOME; [*] é🚗', 'backseat')
		mkdirSync(dirname(program))
		symlinkSync('/bin/true', program)

		for (const text of [unit(), unit({ backupDir: odd, dataDir: odd, envFile: odd, binary: program })])
			expect(await verify(text)).toEqual({ exitCode: 0, stdout: '', stderr: '' })
		expect(await verify(unit({ isUser: true }), '--user')).toEqual({ exitCode: 0, stdout: '', stderr: '' })
	},
)

test.skipIf(!analyze)(`that check would see a word that is misspelled ${why}`, async () => {
	expect((await verify(unit().replace('ProtectSystem', 'ProtectSytem'))).stderr).toContain('ProtectSytem')
})

test.skipIf(!analyze)(`systemd rates the exposure of the service at 2 of 10, where 10 is open ${why}`, async () => {
	const path = await saved(unit({ backupDir: '/mnt/backup' }))
	const flags = ['security', '--offline=true', '--no-pager', path]

	const { stdout } = await runToEnd({ command: ['systemd-analyze', ...flags] })

	const [, exposure] = /Overall exposure level for backseat.service: ([\d.]+)/.exec(stdout) ?? []
	expect(Number(exposure)).toBeLessThanOrEqual(2)
})
