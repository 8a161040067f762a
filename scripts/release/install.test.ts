import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runQuietly } from '../run.ts'
import { NEWEST_FILES, NEWEST_RELEASE } from './repository.ts'

const SCRIPT = join(projectFolder, 'deploy/install.sh')
const SHELL = Bun.which('sh')

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const program = (version: string) => `#!/bin/sh\necho backseat ${version}\n`

let released: Record<string, string> = {}
const server = Bun.serve({
	port: 0,
	hostname: '127.0.0.1',
	fetch: ({ url }) => {
		const content = released[new URL(url).pathname.replace('/files/', '')]
		return new Response(content, { status: content === undefined ? 404 : 200 })
	},
})
afterAll(() => server.stop(true))

function release(files: Record<string, string>) {
	const sums = Object.entries(files).map(([name, content]) => `${sha256(content)}  ${name}\n`)
	released = { ...files, SHA256SUMS: sums.join('') }
}

let home = ''
const installed = () => join(home, 'bin/backseat')
const tools = () => join(home, 'tools')

function addTool(name: string, text: string) {
	writeFileSync(join(tools(), name), `#!${SHELL}\n${text}\n`, { mode: 0o755 })
}

function linkTools(...names: string[]) {
	for (const name of names) symlinkSync(Bun.which(name) ?? `/no/${name}`, join(tools(), name))
}

function aMachine(system: string, machine: string, library = 'ldd (GNU libc) 2.41') {
	addTool('uname', `[ "$1" = -s ] && echo ${system} || echo ${machine}`)
	addTool('ldd', `echo '${library}' >&2`)
	addTool('sysctl', 'exit 1')
}

const install = (env: Record<string, string> = {}, command = [SCRIPT]) =>
	runQuietly([SHELL ?? 'sh', ...command], {
		env: {
			PATH: tools(),
			HOME: home,
			BACKSEAT_FOLDER: join(home, 'bin'),
			BACKSEAT_RELEASES: `${server.url}files/`,
			...env,
		},
	})

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'backseat-install-'))
	mkdirSync(tools())
	release({ 'backseat-linux-x64': program('0.1.0') })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('install.sh comes from the repository of package.json', () => {
	const text = readFileSync(SCRIPT, 'utf8')

	expect(text).toContain(`\nnewest=${NEWEST_RELEASE}\n`)
	expect(text).toContain(`curl -fsSL ${NEWEST_FILES}/install.sh | sh`)
})

test.skipIf(!Bun.which('shellcheck'))('shellcheck finds nothing in it (skipped where there is none)', async () => {
	expect(await runQuietly(['shellcheck', SCRIPT])).toEqual({ code: 0, output: '' })
})

describe.skipIf(process.platform === 'win32')('install.sh', () => {
	beforeEach(() => {
		linkTools('chmod', 'cut', 'grep', 'id', 'mkdir', 'mktemp', 'mv', 'rm', 'sed', 'curl')
		linkTools(Bun.which('sha256sum') ? 'sha256sum' : 'shasum')
		aMachine('Linux', 'x86_64')
	})

	test('puts the program into one folder, and nothing beside it', async () => {
		expect(await install()).toEqual({
			code: 0,
			output: `${installed()}: version 0.1.0\nStart it with: ${installed()} serve\n`,
		})
		expect(await runQuietly([installed()])).toEqual({ code: 0, output: 'backseat 0.1.0\n' })
		expect(readdirSync(home).sort()).toEqual(['bin', 'tools'])
		expect(readdirSync(join(home, 'bin'))).toEqual(['backseat'])
	})

	test('by itself takes ~/.local/bin for anybody but root', async () => {
		rmSync(join(tools(), 'id'))
		addTool('id', 'echo 1000')

		expect(await install({ BACKSEAT_FOLDER: '' })).toMatchObject({ code: 0 })
		expect(existsSync(join(home, '.local/bin/backseat'))).toBe(true)
	})

	test('replaces an older program, and names a program on the path by its name alone', async () => {
		await install()
		release({ 'backseat-linux-x64': program('0.2.0') })

		const { output } = await install({ PATH: `${tools()}:${join(home, 'bin')}` })

		expect(output).toBe(`${installed()}: version 0.2.0\nStart it with: backseat serve\n`)
	})

	test.each([
		['Linux', 'x86_64', 'musl libc (x86_64)', 'backseat-linux-x64-musl'],
		['Linux', 'aarch64', 'ldd (GNU libc) 2.41', 'backseat-linux-arm64'],
		['Darwin', 'arm64', '', 'backseat-macos-arm64'],
		['Darwin', 'x86_64', '', 'backseat-macos-x64'],
	])('on %s %s (%s) takes %s', async (system, machine, library, file) => {
		aMachine(system, machine, library)
		release({ [file]: program('0.1.0') })

		expect(await install()).toMatchObject({ code: 0 })
	})

	test('takes the program for Apple silicon in a shell under Rosetta', async () => {
		aMachine('Darwin', 'x86_64')
		addTool('sysctl', 'echo 1')
		release({ 'backseat-macos-arm64': program('0.1.0') })

		expect(await install()).toMatchObject({ code: 0 })
	})

	test.each<[string, () => void, string]>([
		[
			'the file is not the one that was released',
			() => (released['backseat-linux-x64'] = program('evil')),
			'the hash of backseat-linux-x64 is wrong, so it was not installed',
		],
		[
			'there is none for this machine',
			() => aMachine('Linux', 'riscv64'),
			`there is no backseat-linux-riscv64. What there is: ${NEWEST_RELEASE}`,
		],
		[
			'the download fails',
			() => delete released['backseat-linux-x64'],
			`could not download ${server.url}files/backseat-linux-x64`,
		],
		[
			'the program does not run',
			() => release({ 'backseat-linux-x64': '#!/bin/sh\necho no libstdc++; exit 1' }),
			'backseat-linux-x64 does not run here: no libstdc++',
		],
	])('keeps the old program, and leaves nothing else, if %s', async (_, fault, reason) => {
		await install()
		fault()

		const { code, output } = await install()

		expect(code).toBe(1)
		expect(output).toEndWith(`install.sh: ${reason}\n`)
		expect(readdirSync(join(home, 'bin'))).toEqual(['backseat'])
		expect(await runQuietly([installed()])).toEqual({ code: 0, output: 'backseat 0.1.0\n' })
	})

	test('runs nothing of a script that was cut off', async () => {
		const text = readFileSync(SCRIPT, 'utf8')

		await install({}, ['-c', text.slice(0, text.lastIndexOf('main'))])

		expect(existsSync(join(home, 'bin'))).toBe(false)
	})

	test.skipIf(!Bun.which('wget') || !Bun.which('shasum'))('does without curl and sha256sum', async () => {
		for (const name of ['curl', 'sha256sum']) rmSync(join(tools(), name), { force: true })
		linkTools('wget')
		if (!existsSync(join(tools(), 'shasum'))) linkTools('shasum', 'perl')

		expect(await install()).toMatchObject({ code: 0 })
	})
})
