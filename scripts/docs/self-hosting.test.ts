import { afterEach, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { troubles, wordsOf } from '#server/operations/alerts/troubles.ts'
import { readConfig, settings } from '#server/settings/config.ts'
import { variableOf } from '#server/settings/setting-sources.ts'
import { PROGRAM } from '#server/testing/server-process.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { builtBinary } from '../build/build-stamp.ts'
import { IMAGE } from '../release/repository.ts'
import { projectFolder, runQuietly } from '../run.ts'
import { codeBlocks } from './testing/code-blocks.ts'

// Checks that docs/self-hosting.md and the Dockerfile agree with the product and with each other.

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')
const page = read('docs/self-hosting.md')

const blocks = (language: string) => codeBlocks(page, language)

const backseat = (words: string[]) => runQuietly([...PROGRAM, ...words])

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
		const ours = page.replaceAll(
			/^.*(systemctl|docker|tailscale|rsync|useradd|caddy|sha256sum|gh attestation).*$/gm,
			'',
		)
		const flags = [...ours.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].map(([, name = '']) => name)
		const ofCommands = ['version', 'demo', 'print', 'user', 'json', 'help', 'uses', 'setup', 'days', 'quick']

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

	test('it lists every alert by its title, says which come at night, and names them for webhooks', () => {
		for (const trouble of troubles) {
			const { title, urgency } = wordsOf(trouble)
			expect(page).toMatch(
				new RegExp(`^\\| ${title} \\| .+ \\| ${urgency === 'high' ? 'at once' : 'at eight'} \\|$`, 'm'),
			)
			expect(page).toContain(`\`${trouble}\``)
		}
	})

	test('proxies lead to the port that the server has by itself', () => {
		const ports = [...page.matchAll(/(?:127\.0\.0\.1:|\/\/backseat:|`backseat`, `|server\.port: ")(\d+)/g)].map(
			([, port]) => Number(port),
		)

		expect(ports.length).toBeGreaterThan(8)
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
	test('an operator who follows README.md and the pages stays in one folder, and so with one data folder [B15]', () => {
		const pages = ['README.md', 'CONTRIBUTING.md', 'docs/self-hosting.md', 'docs/backups.md', 'docs/configuration.md']
		const commands = pages.flatMap((path) => codeBlocks(read(path), 'sh').flatMap((text) => text.split('\n')))

		expect(commands.filter((line) => /^(dist\/)?backseat /.test(line)).length).toBeGreaterThan(5)
		// `dist` has no data folder; a server started there would create `./backseat` in it.
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

	/** A folder like a checkout, with a running program and its new version. Any real program will do. */
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

const dockerfile = read('Dockerfile')
const [, , image = ''] = dockerfile.split(/^FROM /m)
const imageLine = (word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(image)?.[1] ?? ''

describe('compose.yaml', () => {
	type Service = {
		image: string
		restart: string
		ports: string[]
		volumes: string[]
		environment: Record<string, string>
		secrets?: string[]
	}
	type Compose = {
		services: { backseat: Service }
		volumes: Record<string, unknown>
		secrets?: Record<string, { file: string }>
	}
	const yaml = blocks('yaml')
	const texts = yaml.filter((text) => text.startsWith('services:'))
	const [first, ...others] = texts.map((text) => Bun.YAML.parse(text) as Compose)
	const files = first ? [first, ...others] : []

	/** The config that the server reads from these variables; files with secrets are missing here. */
	const configFrom = (environment: Record<string, string>) =>
		readConfig({
			flags: {},
			env: Object.fromEntries(
				Object.entries({ BACKSEAT_HOST: '0.0.0.0', ...environment }).filter(
					([name]) => !/_FILE$|SMTP_FROM$/.test(name),
				),
			),
			file: null,
		})

	test('the first is six lines that are right as they are, and needs no other file', () => {
		const service = first?.services.backseat

		// Six lines, besides the two that name the service.
		expect(texts[0]?.trim().split('\n')).toHaveLength(2 + 6)
		expect(Object.keys(first ?? {})).toEqual(['services', 'volumes'])
		expect(Object.keys(service ?? {})).toEqual(['image', 'restart', 'ports', 'volumes', 'environment'])
	})

	test('each image on the page is that of the newest update, and so is Podman’s', () => {
		const [major] = packageJson.version.split('.')
		const images = [...page.matchAll(/ghcr\.io\/\S+/g)].map(([image]) => image)

		expect(images.length).toBe(4 + files.length)
		expect(new Set(images)).toEqual(new Set([`${IMAGE}:${major}`]))
	})

	test('none leaves the port to the network or localhost to another user, or sign-up to strangers [T14] [T76]', () => {
		expect(files.length).toBeGreaterThan(1)
		for (const { services } of files) {
			const { ports, environment, restart } = services.backseat
			const { signup, publicUrl } = configFrom(environment)
			// Browsers may open localhost at either of its addresses.
			const addresses = publicUrl?.hostname === 'localhost' ? ['127.0.0.1', '[::1]'] : ['127.0.0.1']
			expect(ports).toEqual(addresses.map((address) => `${address}:${imageLine('EXPOSE')}:${imageLine('EXPOSE')}`))
			expect([signup, publicUrl]).toEqual(['invite', expect.any(URL)])
			expect(restart).toBe('unless-stopped')
		}
		const changes = yaml.filter((text) => text.trimStart().startsWith('environment:'))
		expect(changes).not.toBeEmpty()
		for (const text of changes) {
			const { environment } = Bun.YAML.parse(text) as Service
			expect(configFrom(environment)).toMatchObject({ signup: 'invite', trustedProxies: ['172.16.0.0/12'] })
		}
	})

	test('the data are in a named volume, and each file that is needed is made on the page', () => {
		for (const { services, volumes, secrets = {} } of files) {
			const { volumes: mounted, secrets: used = [], environment } = services.backseat
			expect(mounted).toEqual(Object.keys(volumes).map((name) => `${name}:${imageLine('VOLUME')}`))
			expect(used).toEqual(Object.keys(secrets))
			for (const [name, { file }] of Object.entries(secrets)) {
				expect(blocks('sh').join()).toContain(`> ${file.replace('./', '')}`)
				expect(Object.values(environment)).toContain(`/run/secrets/${name}`)
			}
		}
	})
})

describe('Dockerfile', () => {
	test('the image listens where the server listens by itself, for everybody, and keeps its data in the volume', () => {
		const env = Object.fromEntries(
			imageLine('ENV')
				.split(' ')
				.map((pair) => pair.split('=')),
		)
		const config = readConfig({ flags: {}, env, file: null })

		expect(imageLine('EXPOSE')).toBe(String(config.port))
		expect(config).toMatchObject({ host: '0.0.0.0', dataDir: imageLine('VOLUME') })
	})

	test('it runs the built binary, as a user that is not root, by number', () => {
		expect(image).toContain(`dist/${builtBinary.slice(builtBinary.lastIndexOf('/') + 1)} /backseat`)
		expect(imageLine('ENTRYPOINT')).toBe('["/backseat"]')
		expect(imageLine('CMD')).toBe('["serve"]')
		expect(Number(imageLine('USER').split(':')[0])).toBeGreaterThan(0)
	})

	test('its health check is a command of the binary', async () => {
		const words: string[] = JSON.parse(/HEALTHCHECK .*CMD (\[.*\])/.exec(image)?.[1] ?? '[]')

		const helpOf = (words: string[]) => [process.execPath, 'src-server/main.ts', ...words, '--help']

		expect(words[0]).toBe('/backseat')
		expect(await runQuietly(helpOf(words.slice(1)))).toMatchObject({ code: 0 })
	})

	test('nothing is run in an image that has no shell', () => {
		expect(image).not.toMatch(/^RUN /m)
	})
})
