import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '#server/testing/server-process.ts'
import { projectFolder } from '../run.ts'
import { LICENSES, serverFor, serverPackages } from './release-files.ts'
import { makeServerPackages } from './server-packages.ts'

const hasTools = Bun.which('dpkg-deb') !== null && Bun.which('rpmbuild') !== null
const why = '(skipped where dpkg-deb or rpmbuild is missing)'

let dist = ''

beforeAll(async () => {
	if (!hasTools) return
	dist = await mkdtemp(join(tmpdir(), 'backseat-packages-'))
	for (const machine of ['x64', 'arm64'] as const) {
		const file = join(dist, serverFor('linux', machine)?.file ?? '')
		await Bun.write(file, `the server for ${machine}`)
		await chmod(file, 0o755)
	}
	await Bun.write(join(dist, LICENSES), 'the licences')
	await makeServerPackages(dist, '0.1.0')
})
afterAll(() => rm(dist, { recursive: true, force: true }))

const output = async (...command: string[]) => {
	const { exitCode, stdout, stderr } = await runToEnd({ command })
	expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
	return stdout
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholders
const FIELDS = '${Package} ${Version} ${Architecture}'

const EXPECTED = [
	['/usr/bin/backseat', '-rwxr-xr-x'],
	['/usr/lib/systemd/system/backseat.service', '-rw-r--r--'],
	['/usr/lib/sysusers.d/backseat-server.conf', '-rw-r--r--'],
	['/usr/share/backseat-server/backseat.env', '-rw-r--r--'],
]

describe.skipIf(!hasTools).each(serverPackages('0.1.0'))(`$file ${why}`, ({ kind, machine, architecture, file }) => {
	const isDeb = kind === 'deb'
	const path = () => join(dist, file)

	test('holds the server, its unit and its user, and all belong to root', async () => {
		const listing = isDeb
			? await output('dpkg-deb', '--contents', path())
			: await output(
					'rpm',
					'-qp',
					'--qf',
					'[%{FILEMODES:perms} %{FILEUSERNAME}/%{FILEGROUPNAME} %{FILENAMES}\n]',
					path(),
				)
		const lines = listing
			.split('\n')
			.filter((line) => line.startsWith('-'))
			.map((line) => line.split(/\s+/))
		const licenses = isDeb
			? '/usr/share/doc/backseat-server/copyright'
			: '/usr/share/licenses/backseat-server/LICENSES.txt'
		const found = lines.map((words) => [words.at(-1)?.replace(/^\.\//, '/') ?? '', words[0] ?? ''])

		expect(found.toSorted()).toEqual([...EXPECTED, [licenses, '-rw-r--r--']].toSorted())
		expect(new Set(lines.map(([, owner]) => owner))).toEqual(new Set(['root/root']))
	})

	test('names its processor and version, and carries the program of that processor unchanged', async () => {
		const into = join(dist, `${file}-unpacked`)
		const said = isDeb
			? await output('dpkg-deb', '--showformat', FIELDS, '--show', path())
			: await output('rpm', '-qp', '--qf', '%{NAME} %{VERSION} %{ARCH}', path())
		expect(said.trim()).toBe(`backseat-server 0.1.0 ${architecture}`)
		if (!isDeb) return
		await output('dpkg-deb', '--extract', path(), into)
		expect(await Bun.file(join(into, 'usr/bin/backseat')).text()).toBe(`the server for ${machine}`)
		const unit = await Bun.file(join(into, 'usr/lib/systemd/system/backseat.service')).text()
		expect(unit).toContain('\nExecStart=/usr/bin/backseat serve --data-dir /var/lib/backseat\n')
		expect(unit).not.toContain('service install')
	})

	test('makes the user and the data folder, and removes neither', async () => {
		const scripts = isDeb
			? (await Promise.all(['postinst', 'prerm'].map((name) => output('dpkg-deb', '--info', path(), name)))).join('\n')
			: await output('rpm', '-qp', '--scripts', path())

		expect(scripts).toContain('\nsystemd-sysusers /usr/lib/sysusers.d/backseat-server.conf\n')
		expect(scripts).toContain('install -d -m 700 -o backseat -g backseat /var/lib/backseat\n')
		expect(scripts).toContain('systemctl disable --now backseat.service')
		expect(scripts).not.toMatch(/\brm\b|userdel/)
	})
})

const scriptOf = (name: string) => join(projectFolder, 'deploy', 'packages', `${name}.sh`)

test.skipIf(process.platform === 'win32').each([
	['dpkg installs it', 'after-install', ['configure'], 'enable'],
	['dpkg updates it', 'after-install', ['configure', '0.0.9'], null],
	['dpkg takes a step back', 'after-install', ['abort-upgrade', '0.2.0'], null],
	['rpm installs it', 'after-install', ['1'], 'enable'],
	['rpm updates it', 'after-install', ['2'], null],
	['dpkg removes it', 'before-remove', ['remove'], 'disable'],
	['dpkg removes the old version of an update', 'before-remove', ['upgrade', '0.2.0'], null],
	['rpm removes it', 'before-remove', ['0'], 'disable'],
	['rpm removes the old version of an update', 'before-remove', ['1'], null],
])('when %s, the service is enabled or disabled as that needs', async (_, script, words, expected) => {
	const folder = await mkdtemp(join(tmpdir(), 'backseat-scripts-'))
	const calls = join(folder, 'calls')
	for (const name of ['systemctl', 'systemd-sysusers', 'install']) {
		await Bun.write(join(folder, name), `#!/bin/sh\necho ${name} "$@" >> ${calls}\n`)
		await chmod(join(folder, name), 0o755)
	}
	await Bun.write(calls, '')
	const env = { PATH: `${folder}:${process.env.PATH}` }

	expect((await runToEnd({ command: ['sh', scriptOf(script), ...words], env })).exitCode).toBe(0)

	const changed = (await Bun.file(calls).text()).match(/(?<=^systemctl )(en|dis)able\b/m)?.[0] ?? null
	expect(changed).toBe(expected)
	await rm(folder, { recursive: true })
})

test.skipIf(!Bun.which('shellcheck'))(
	'shellcheck finds nothing in the scripts (skipped where there is none)',
	async () => {
		const command = ['shellcheck', scriptOf('after-install'), scriptOf('before-remove')]

		expect(await runToEnd({ command })).toEqual({ exitCode: 0, stdout: '', stderr: '' })
	},
)
