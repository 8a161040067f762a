import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/settings/config.ts'
import { builtBinary } from '../build/build-stamp.ts'
import { projectFolder, runQuietly } from '../run.ts'
import { codeBlocks } from './testing/code-blocks.ts'

// The Dockerfile, and the compose files that docs/self-hosting.md shows, agree with the product and with each other.

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8')
const page = read('docs/self-hosting.md')
const blocks = (language: string) => codeBlocks(page, language)
const dockerfile = read('Dockerfile')
const [, , image = ''] = dockerfile.split(/^FROM /m)
const imageLine = (word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(image)?.[1] ?? ''

describe('compose.yaml', () => {
	type Service = {
		build: string
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

	/** What the server makes of it; files with secrets are not here. */
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

	test('the first is six lines that are right as they are, and needs nothing but this repository', () => {
		const service = first?.services.backseat

		// Beside the two that name the service.
		expect(texts[0]?.trim().split('\n')).toHaveLength(2 + 6)
		expect(Object.keys(first ?? {})).toEqual(['services', 'volumes'])
		expect(Object.keys(service ?? {})).toEqual(['build', 'restart', 'ports', 'volumes', 'environment'])
		expect(existsSync(join(projectFolder, service?.build ?? '', 'Dockerfile'))).toBe(true)
	})

	test('none leaves the port to the network, or sign-up to whoever comes by [T14]', () => {
		expect(files.length).toBeGreaterThan(1)
		for (const { services } of files) {
			const { ports, environment, restart } = services.backseat
			expect(ports).toEqual([`127.0.0.1:${imageLine('EXPOSE')}:${imageLine('EXPOSE')}`])
			expect(configFrom(environment)).toMatchObject({ signup: 'invite', publicUrl: expect.any(URL) })
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

	test('everything that the binary is built from gets into the build, and nothing by accident', () => {
		const [first, ...rest] = read('.dockerignore')
			.split('\n')
			.filter((entry) => entry !== '' && !entry.startsWith('#'))
		const letIn = rest.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1))

		expect(first).toBe('*')
		for (const source of [
			'src-ui',
			'look',
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
