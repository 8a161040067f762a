import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { builtBinary } from '../../build/build-stamp.ts'
import { SERVERS } from '../../release/release-files.ts'
import { allTargets, copyServers, readFlags, type Target, thisComputer, wantedTargets } from './targets.ts'

let project = ''

beforeEach(async () => {
	project = await mkdtemp(join(tmpdir(), 'backseat-servers-'))
	// The servers that bun run build and bun run build:all leave, both at once.
	for (const name of [...SERVERS.map(({ file }) => file), basename(builtBinary)])
		await Bun.write(join(project, 'dist', name), `this is ${name}`)
})
afterEach(() => rm(project, { recursive: true, force: true }))

const inServers = (...path: string[]) => join(project, 'dist/desktop/server', ...path)
const staged = async () =>
	Object.fromEntries(
		await Promise.all(
			(await Array.fromAsync(new Bun.Glob('**/*').scan(inServers()))).map(
				async (file) => [file.replaceAll('\\', '/'), await readFile(inServers(file), 'utf8')] as const,
			),
		),
	)

test('each package finds the server of its own kind, and it may run', async () => {
	await copyServers(project, allTargets)

	expect(await staged()).toEqual({
		'linux-x64/backseat': 'this is backseat-linux-x64',
		'linux-arm64/backseat': 'this is backseat-linux-arm64',
		'mac-x64/backseat': 'this is backseat-macos-x64',
		'mac-arm64/backseat': 'this is backseat-macos-arm64',
		'win-x64/backseat.exe': 'this is backseat-windows-x64.exe',
	})
	if (process.platform === 'win32') return
	for (const file of Object.keys(await staged())) expect((await stat(inServers(file))).mode & 0o777).toBe(0o755)
})

test.skipIf(!thisComputer)('a package for this computer alone gets what bun run build made', async () => {
	await copyServers(project, thisComputer ? [thisComputer] : [])

	expect(Object.values(await staged())).toEqual([`this is ${basename(builtBinary)}`])
})

test('a kind of computer we make nothing for is refused by name', async () => {
	await expect(copyServers(project, [{ system: 'win', machine: 'arm64' }])).rejects.toThrow(
		'There is no server for win arm64.',
	)
})

const mac: Target = { system: 'mac', machine: 'arm64' }
const windows: Target = { system: 'win', machine: 'x64' }

const nameOf = ({ system, machine }: Target) => `${system} ${machine}`

test.each<[here: Target | undefined, line: string, wanted: string]>([
	[mac, '', 'mac arm64'],
	[mac, '--dir --feed https://rides.example/', 'mac arm64'],
	// A system alone means all its processors that we release for; a processor narrows that down.
	[mac, '--linux', 'linux x64, linux arm64'],
	[mac, '--linux --arm64', 'linux arm64'],
	[mac, '--mac --win', 'mac x64, mac arm64, win x64'],
	[mac, '--mac --win --arm64', 'mac arm64'],
	[mac, '--x64', 'mac x64'],
	[windows, '--x64', 'win x64'],
	[mac, '--x64 --arm64 --linux --mac --win', allTargets.map(nameOf).join(', ')],
	// A combination without a release yields no target.
	[mac, '--win --arm64', ''],
	[windows, '--arm64', ''],
	// A computer that we do not release for can still package for other systems.
	[undefined, '', ''],
	[undefined, '--x64', ''],
	[undefined, '--win', 'win x64'],
])('on %o, %j packs for %j', (here, line, wanted) => {
	expect(
		wantedTargets(readFlags(line.split(' ').filter(Boolean)), here)
			.map(nameOf)
			.join(', '),
	).toBe(wanted)
})

test('a word or flag we do not know, a feed without an address, and an invalid homepage, are refused', () => {
	expect(() => readFlags(['--snap'])).toThrow("'--snap'")
	expect(() => readFlags(['linux'])).toThrow("'linux'")
	expect(() => readFlags(['--feed'])).toThrow('--feed')
	for (const homepage of ['', 'rides.example', 'javascript:alert(1)'])
		expect(() => readFlags(['--homepage', homepage])).toThrow('whole address')
	expect(readFlags(['--homepage', 'https://rides.example']).homepage).toBe('https://rides.example')
})
