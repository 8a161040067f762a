import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, settings } from '#server/config.ts'
import { variableOf } from '#server/setting-sources.ts'
import { builtBinary } from './build-stamp.ts'
import { projectFolder, runQuietly } from './run.ts'

// What docs/self-hosting.md and the Dockerfile tell people agrees with the product.

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')
const page = read('docs/self-hosting.md')
const dockerfile = read('Dockerfile')

/** The code blocks of one language. */
const blocks = (language: string) =>
	[...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text)

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
		const ours = page.replaceAll(/^.*(systemctl|docker build|tailscale|rsync|useradd|caddy).*$/gm, '')
		const flags = [...ours.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].map(([, name = '']) => name)
		const ofCommands = ['print', 'user', 'json', 'help']

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

describe('Dockerfile', () => {
	const [, , image = ''] = dockerfile.split(/^FROM /m)
	const line = (word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(image)?.[1] ?? ''

	test('the image listens where the server listens by itself, for everybody, and keeps its data in the volume', () => {
		const env = Object.fromEntries(
			line('ENV')
				.split(' ')
				.map((pair) => pair.split('=')),
		)
		const config = readConfig({ flags: {}, env, file: null })

		expect(line('EXPOSE')).toBe(String(config.port))
		expect(config).toMatchObject({ host: '0.0.0.0', dataDir: line('VOLUME') })
	})

	test('it runs the built binary, as a user that is not root, by number', () => {
		expect(image).toContain(`dist/${builtBinary.slice(builtBinary.lastIndexOf('/') + 1)} /backseat`)
		expect(line('ENTRYPOINT')).toBe('["/backseat"]')
		expect(line('CMD')).toBe('["serve"]')
		expect(Number(line('USER').split(':')[0])).toBeGreaterThan(0)
	})

	test('its health check is a command of the binary', async () => {
		const words: string[] = JSON.parse(/HEALTHCHECK .*CMD (\[.*\])/.exec(image)?.[1] ?? '[]')

		expect(words[0]).toBe('/backseat')
		expect(await backseat([...words.slice(1), '--help'])).toMatchObject({ code: 0 })
	})

	test('nothing is run in an image that has no shell', () => {
		expect(image).not.toMatch(/^RUN /m)
	})

	test('everything that the binary is built from gets into the build, and nothing by accident', () => {
		const [first, ...rest] = read('.dockerignore')
			.split('\n')
			.filter((entry) => entry !== '' && !entry.startsWith('#'))
		const letIn = rest.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1))

		expect(first).toBe('*')
		for (const source of [
			'src-ui',
			'src-server',
			'db',
			'scripts',
			'package.json',
			'bun.lock',
			'tsconfig.json',
			'vite.config.ts',
			'LICENSE',
		])
			expect(letIn).toContain(source)
		for (const kept of ['.git', 'dist', 'node_modules', 'backseat-data', 'e2e']) expect(letIn).not.toContain(kept)
		for (const [, copied = ''] of dockerfile.matchAll(/^COPY ([a-z. ]+) \.\/$/gm))
			for (const file of copied.split(' ')) expect(letIn).toContain(file)
	})
})
