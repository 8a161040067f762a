import { afterEach, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, settings } from '#server/settings/config.ts'
import { variableOf } from '#server/settings/setting-sources.ts'
import { projectFolder, runQuietly } from '../run.ts'
import { codeBlocks } from './testing/code-blocks.ts'

// What docs/self-hosting.md tells people agrees with the product. Containers: container.test.ts.

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')
const page = read('docs/self-hosting.md')

const blocks = (language: string) => codeBlocks(page, language)

const backseat = (words: string[]) =>
	runQuietly([process.execPath, join(projectFolder, 'src-server/main.ts'), ...words])

const names = Object.values(settings).map(({ name }) => name)
const isSetting = (name: string) => names.includes(name) || names.includes(name.replace(/-file$/, ''))

describe('docs/self-hosting.md', () => {
	test('every backseat.toml on it is understood by the server', () => {
		const files = blocks('toml')

		expect(files.length).toBeGreaterThan(3)
		for (const text of files)
			expect(() => readConfig({ flags: {}, env: {}, file: { path: 'backseat.toml', text } })).not.toThrow()
	})

	test('every flag and every variable on it exists', async () => {
		const ours = page.replaceAll(/^.*(systemctl|docker compose|tailscale|rsync|useradd|caddy).*$/gm, '')
		const flags = [...ours.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].map(([, name = '']) => name)
		const ofCommands = ['print', 'user', 'json', 'help', 'uses']

		expect(flags).toContain('lan')
		for (const name of flags) expect([name, isSetting(name) || ofCommands.includes(name)]).toEqual([name, true])
		const variables = new Set(names.flatMap((name) => [variableOf({ name }), `${variableOf({ name })}_FILE`]))
		for (const [variable] of page.matchAll(/BACKSEAT_[A-Z_]+[A-Z]/g)) expect(variables).toContain(variable)
	})

	test('every command on it exists', async () => {
		const commands = new Set(
			[
				...page.matchAll(
					/(?:^|[`/ ]|-u backseat )backseat ((?:user|invite|ghost|backup|service) [a-z-]+|doctor|serve)\b/gm,
				),
			].map(([, words = '']) => words),
		)

		for (const expected of ['doctor', 'service install', 'user reset-password', 'backup restore', 'invite create'])
			expect([...commands]).toContain(expected)
		for (const words of commands)
			expect({ words, ...(await backseat([...words.split(' '), '--help'])) }).toMatchObject({ words, code: 0 })
	}, 60_000)

	test('proxies lead to the port that the server has by itself', () => {
		const ports = [...page.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))

		expect(ports.length).toBeGreaterThan(4)
		for (const port of ports) expect(port).toBe(settings.port.initial)
	})

	test.skipIf(!Bun.which('nginx'))('nginx understands its snippets (skipped where there is no nginx)', async () => {
		const [server = '', location = ''] = blocks('nginx')
		const folder = mkdtempSync(join(tmpdir(), 'backseat-nginx-'))
		const certificates = join(projectFolder, 'src-server/testing/certificates')
		const whole = server
			.replace(/\/etc\/\S+fullchain\.pem/, join(certificates, 'certificate.pem'))
			.replace(/\/etc\/\S+privkey\.pem/, join(certificates, 'test-only-key.pem'))
		const both = `${whole}\nserver { listen 8080; ${location} }`
		writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; events {} http { access_log off; ${both} }`)

		expect(await runQuietly(['nginx', '-t', '-e', 'stderr', '-c', join(folder, 'nginx.conf')])).toMatchObject({
			code: 0,
		})
	})

	test.skipIf(!Bun.which('caddy'))('Caddy understands its snippets (skipped where there is no caddy)', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'backseat-caddy-'))
		for (const [at, text] of blocks('caddy').entries()) {
			const path = join(folder, `Caddyfile${at}`)
			writeFileSync(path, text)
			const { code, output } = await runQuietly(['caddy', 'adapt', '--adapter', 'caddyfile', '--config', path])
			expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('reverse_proxy') })
		}
	})
})

describe('where the data are', () => {
	test('whoever follows README.md and the pages stays in one folder, and so with one data folder [B15]', () => {
		const pages = ['README.md', 'CONTRIBUTING.md', 'docs/self-hosting.md', 'docs/backups.md', 'docs/configuration.md']
		const commands = pages.flatMap((path) => codeBlocks(read(path), 'sh').flatMap((text) => text.split('\n')))

		expect(commands.filter((line) => line.startsWith('dist/backseat ')).length).toBeGreaterThan(5)
		// `dist` has no data; `./backseat` would be there.
		for (const line of commands) expect(line).not.toMatch(/\bcd dist\b|(^|\s)\.\/backseat(\s|$)/)
		for (const line of commands)
			expect(line).not.toMatch(/--data-dir (?!\.\/backseat-data|\/var\/lib\/backseat|\/tmp\/try)/)
	})
})

describe('how to upgrade', () => {
	const lines = blocks('sh').flatMap((text) => text.split('\n').filter((line) => /^(?!sudo).*backseat-new/.test(line)))

	const running: Bun.Subprocess[] = []
	afterEach(() => {
		for (const child of running.splice(0)) child.kill('SIGKILL')
	})

	/** A folder like a checkout with the running program and its new version. Any real program does. */
	function checkout(): { folder: string; child: Bun.Subprocess } {
		const folder = mkdtempSync(join(tmpdir(), 'backseat-upgrade-'))
		mkdirSync(join(folder, 'dist'))
		copyFileSync(process.execPath, join(folder, 'dist/backseat'))
		writeFileSync(join(folder, 'backseat-new'), '#!/bin/sh\necho new\n')
		const child = Bun.spawn([join(folder, 'dist/backseat'), '-e', 'setInterval(() => {}, 1000)'])
		running.push(child)
		return { folder, child }
	}
	const inFolder = (folder: string, line: string) => runQuietly(['sh', '-c', `cd '${folder}' && ${line}`])

	test('the pages name two ways, and README.md one of them', () => {
		expect(lines.map((line) => line.replace(/.*(install|mv) .*/, '$1'))).toEqual(['install', 'mv'])
		expect(read('README.md')).toContain(`\`${lines[0]}\``)
	})

	for (const line of lines)
		test.skipIf(process.platform === 'win32')(`a program that runs is replaced by: ${line} [B17]`, async () => {
			const { folder, child } = checkout()

			expect(await inFolder(folder, line)).toEqual({ code: 0, output: '' })
			expect(child.exitCode).toBeNull()
			expect(await inFolder(folder, 'dist/backseat')).toEqual({ code: 0, output: 'new\n' })
		})

	test.skipIf(process.platform !== 'linux')('and not by cp, as the page says (Linux)', async () => {
		const { folder } = checkout()

		expect(page).toContain('*Text file busy*')
		expect(await inFolder(folder, 'LC_ALL=C cp backseat-new dist/backseat')).toMatchObject({
			code: 1,
			output: expect.stringContaining('Text file busy'),
		})
	})
})
