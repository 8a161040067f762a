import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { groupUnits } from '#server/operations/service-unit/group-units.ts'
import { readConfig, settings } from '#server/settings/config.ts'
import { forsakenPort } from '#server/testing/server-process.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { markdownTable } from '../bench/report.ts'
import { IMAGE } from '../release/repository.ts'
import { projectFolder, runQuietly } from '../run.ts'
import { codeBlocks } from './testing/code-blocks.ts'

// Checks that docs/hosting-many.md agrees with the product, with systemd and with Caddy.

const page = readFileSync(join(projectFolder, 'docs/hosting-many.md'), 'utf8')
const freshFolder = () => mkdtempSync(join(tmpdir(), 'backseat-many-'))

/**
 * Figures per group; `programMb` counts once for all groups. `dataMb` and `awakeShare` are assumptions, the others are
 * measured.
 */
const PLANNED = { awakeMb: 25, doorMb: 1.7, programMb: 51, asleepKb: 15, dataMb: 5, backups: 11, awakeShare: 0.05 }

function size(mb: number): string {
	const [unit, of] = mb < 100 ? ['MB', 1] : mb < 1e6 ? ['GB', 1e3] : ['TB', 1e6]
	return `${(mb / Number(of)).toLocaleString('en', { maximumSignificantDigits: 2 })} ${unit}`
}

function sums(counts: readonly number[]): string {
	const { awakeMb, doorMb, programMb, asleepKb, dataMb, backups, awakeShare } = PLANNED
	const memory = (awake: number, asleep: number) => programMb + awake * (awakeMb + doorMb) + (asleep * asleepKb) / 1000
	return markdownTable(
		['Groups', 'Memory, all awake', 'Memory, 5 % awake', 'Disk, with 11 backups', 'Disk, backups elsewhere'],
		counts.map((count) => [
			count.toLocaleString('en'),
			size(memory(count, 0)),
			size(memory(count * awakeShare, count * (1 - awakeShare))),
			size(count * dataMb * (1 + backups)),
			size(count * dataMb),
		]),
	)
}

test('its sums follow from the figures planned for one group', () => {
	expect(page).toContain(sums([10, 1000, 100_000]))
})

test('the line of the page puts each printed unit into a file of its name', async () => {
	const [, line = ''] = /^sudo (awk .+) units$/m.exec(codeBlocks(page, 'sh').join('')) ?? []
	const folder = freshFolder()
	const units = groupUnits('/usr/local/bin/backseat')
	writeFileSync(join(folder, 'units'), units.map(({ text }) => `${text}\n`).join(''))

	const { code, output } = await runQuietly([
		'sh',
		'-c',
		`cd ${folder} && ${line.replace('/etc/systemd/system/', `${folder}/`)} units`,
	])

	expect({ code, output }).toEqual({ code: 0, output: '' })
	expect(readdirSync(folder).sort()).toEqual([...units.map(({ name }) => name), 'units'].sort())
	for (const { name, text } of units) expect(readFileSync(join(folder, name), 'utf8').trim()).toBe(text.trim())
})

const caddy = Bun.which('caddy')

describe.skipIf(!caddy)('the Caddyfile of the page (skipped where there is no caddy)', () => {
	const [caddyfile = ''] = codeBlocks(page, 'caddy')
	const folder = freshFolder()
	const sockets = join(folder, 'sockets')
	const port = forsakenPort()
	const [group, other] = ['oma.rides.example.org', 'choir.rides.example.org']
	const woken: string[] = []
	const groups: Bun.Server<undefined>[] = []
	let running: Bun.Subprocess

	beforeAll(async () => {
		mkdirSync(sockets)
		for (const name of [group, other])
			groups.push(
				Bun.serve({
					unix: join(sockets, `${name}.sock`),
					fetch: (request) => {
						woken.push(`${name} ${request.headers.get('host')} ${request.headers.get('x-forwarded-proto')}`)
						return new Response(`this is ${name}`)
					},
				}),
			)
		// For the test only the certificates and the ports are changed.
		const forTest = `{
	admin off
	local_certs
	skip_install_trust
	storage file_system ${folder}/storage
	http_port ${forsakenPort()}
	https_port ${port}`
		const text = caddyfile
			.replace(/^\{/, forTest)
			.replaceAll('127.0.0.1:5555', `127.0.0.1:${forsakenPort()}`)
			.replaceAll('/run/backseat', sockets)
		writeFileSync(join(folder, 'Caddyfile'), text)
		const env = { PATH: process.env.PATH ?? '', HOME: folder }
		const config = ['--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
		const log = Bun.file(join(folder, 'log'))
		running = Bun.spawn(['caddy', 'run', ...config], { env, stdout: log, stderr: log })
		while (!readFileSync(join(folder, 'log'), 'utf8').includes('serving initial configuration')) {
			if (running.exitCode !== null) throw new Error(readFileSync(join(folder, 'log'), 'utf8'))
			await Bun.sleep(20)
		}
	})
	afterAll(async () => {
		for (const server of groups) server.stop(true)
		running?.kill('SIGKILL')
		await running?.exited
	})

	/** The response to a TLS connection for `servername`; `host` is the name in the request. */
	function ask(servername: string, host = servername): Promise<string> {
		const { promise, resolve } = Promise.withResolvers<string>()
		let answer = ''
		const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => {
			const names = socket.getPeerCertificate().subjectaltname ?? ''
			if (!names.includes(servername)) resolve(`a certificate of ${names}`)
			socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
		})
		socket.on('data', (text) => {
			answer += text
		})
		socket.on('error', () => resolve('no certificate'))
		socket.on('close', () => resolve(answer.replace(/^HTTP\/1.1 (\d+)[\s\S]*\r\n\r\n/, '$1 ').trim()))
		return promise
	}

	const certificates = () =>
		existsSync(`${folder}/storage/certificates/local`) ? readdirSync(`${folder}/storage/certificates/local`) : []

	test('Caddy takes it as it is', async () => {
		const path = join(freshFolder(), 'Caddyfile')
		writeFileSync(path, caddyfile)

		const { code, output } = await runQuietly(['caddy', 'validate', '--adapter', 'caddyfile', '--config', path])

		expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Valid configuration') })
	})

	test('a name with a socket gets a certificate, and its visitors reach that group', async () => {
		expect(await ask(group)).toContain(`this is ${group}`)
		expect(woken).toEqual([`${group} ${group} https`])
		expect(certificates()).toEqual([group])
	})

	test('a name without a socket gets no certificate, and wakes nobody [T46]', async () => {
		woken.length = 0

		for (const name of ['nobody.rides.example.org', '*.rides.example.org', 'rides.example.org'])
			expect([name, await ask(name)]).toEqual([name, 'no certificate'])
		expect(woken).toEqual([])
		expect(certificates()).toEqual([group])
	})

	test('another name within the connection reaches its own group or nobody [T46]', async () => {
		woken.length = 0
		const statusFor = async (host: string) => (await ask(group, host)).slice(0, 3)

		expect(await statusFor('nobody.rides.example.org')).toBe('502')
		// Invalid names are refused without a look-up.
		for (const host of [`../sockets/${group}`, `..%2fsockets%2f${group}`, `${other}/x`, 'OMA', 'a_b'])
			expect([host, await statusFor(host)]).toEqual([host, expect.stringMatching(/^40[04]$/)])
		expect(woken).toEqual([])
	})
})

describe('the files in deploy/', () => {
	const read = (name: string) => readFileSync(join(projectFolder, 'deploy', name), 'utf8')
	type Container = {
		image: string
		env: { name: string; value: string }[]
		ports: { containerPort: number }[]
		startupProbe: { httpGet: { path: string } }
		livenessProbe: { httpGet: { path: string } }
	}
	type StatefulSet = {
		spec: {
			replicas: number
			template: { spec: { enableServiceLinks: boolean; securityContext: object; containers: Container[] } }
		}
	}
	const compose = Bun.YAML.parse(read('compose.yaml')) as {
		services: { backseat: { image: string; environment: Record<string, string>; ports?: string[]; volumes: string[] } }
	}
	const fly = Bun.TOML.parse(read('fly.toml')) as {
		env: Record<string, string>
		build: { image: string }
		http_service: { internal_port: number; min_machines_running: number; checks: { path: string }[] }
	}
	const [, statefulSet] = Bun.YAML.parse(read('kubernetes.yaml')) as [object, StatefulSet]
	const pod = statefulSet.spec.template.spec
	const [container] = pod.containers as [Container]

	test('every setting in them is one of the server’s, lets in by invitation and names the proxy [T14]', () => {
		const environments = [
			compose.services.backseat.environment,
			fly.env,
			Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
		]

		for (const env of environments) {
			const config = readConfig({ flags: {}, env, file: null })
			expect(config).toMatchObject({ signup: 'invite', publicUrl: expect.objectContaining({ protocol: 'https:' }) })
			expect(config.trustedProxies).not.toEqual([])
		}
		expect(compose.services.backseat.ports).toBeUndefined()
	})

	test('they run the released image: its newest update, and in Kubernetes, which updates no running pod, one release', () => {
		const [major] = packageJson.version.split('.')

		expect([compose.services.backseat.image, fly.build.image]).toEqual([`${IMAGE}:${major}`, `${IMAGE}:${major}`])
		expect(container.image).toBe(`${IMAGE}:${packageJson.version}`)
	})

	test('they ask the port that the image has, at the paths that the server answers, and run one server a group', () => {
		expect(fly.http_service).toMatchObject({ internal_port: settings.port.initial, min_machines_running: 0 })
		expect(container.ports.map(({ containerPort }) => containerPort)).toEqual([settings.port.initial])
		const asked = [fly.http_service.checks[0], container.startupProbe.httpGet, container.livenessProbe.httpGet]
		expect(asked.map((probe) => probe?.path)).toEqual(['/api/ready', '/api/ready', '/api/health'])
		expect(statefulSet.spec.replicas).toBe(1)
		expect(pod).toMatchObject({ enableServiceLinks: false, securityContext: { runAsNonRoot: true, runAsUser: 65532 } })
	})

	// kubernetes.yaml is not linted, because neither Debian nor a small npm package has Kubernetes' schemas. fly.toml is
	// not linted, because only Fly's own program knows it and needs the network.
	const [dockerCompose, yamllint] = [Bun.which('docker-compose'), Bun.which('yamllint')]

	test.skipIf(!dockerCompose)('Compose understands its file (skipped where there is no docker-compose)', async () => {
		const command = ['docker-compose', '-f', join(projectFolder, 'deploy/compose.yaml'), 'config', '--quiet']

		expect(await runQuietly(command)).toEqual({ code: 0, output: '' })
	})

	test.skipIf(!yamllint)('yamllint has nothing to say (skipped where there is no yamllint)', async () => {
		// The same rules as Biome's formatter.
		const rules =
			'{extends: default, rules: {line-length: {max: 140}, document-start: disable, comments: {min-spaces-from-content: 1}, braces: {max-spaces-inside: 1}}}'
		const files = ['compose.yaml', 'kubernetes.yaml'].map((name) => join(projectFolder, 'deploy', name))

		expect(await runQuietly(['yamllint', '-d', rules, ...files])).toEqual({ code: 0, output: '' })
	})
})
