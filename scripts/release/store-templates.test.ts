import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, settings } from '#server/settings/config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder, runQuietly } from '../run.ts'
import { serverPackages } from './release-files.ts'
import { IMAGE } from './repository.ts'
import { storeTemplates } from './store-templates.ts'

const made = storeTemplates()
const text = (name: string) => made[name] ?? ''

type Service = {
	image: string
	user?: string
	volumes: (string | { type: string; source: string; target: string })[]
	environment: Record<string, string>
}
type Compose = { services: Record<string, Service>; volumes?: Record<string, unknown> }

/** The service of Backseat in each compose file. */
const composeFiles = Object.keys(made)
	.filter((name) => name.endsWith('docker-compose.yml'))
	.map((name) => {
		const compose = Bun.YAML.parse(text(name)) as Compose
		const service = Object.values(compose.services).find(({ image }) => image !== undefined) as Service
		return { name, service, volumes: Object.keys(compose.volumes ?? {}) }
	})

const image = readFileSync(join(projectFolder, 'Dockerfile'), 'utf8')
const imageLine = (word: string) => new RegExp(`^${word} (.+)$`, 'm').exec(image)?.[1]

test('the files in deploy/ are as their table says', async () => {
	for (const [name, expected] of Object.entries(made)) {
		const file = Bun.file(join(projectFolder, 'deploy', name))
		const found = (await file.exists()) ? await file.text() : null
		expect({ name, remedy: 'bun scripts/release/store-templates.ts', found }).toMatchObject({ name, found: expected })
	}
})

test('each names our image, and none another version than this', () => {
	expect(composeFiles.map(({ service }) => service.image)).toEqual(
		composeFiles.map(() => `${IMAGE}:${packageJson.version}`),
	)
	expect(text('unraid/backseat.xml')).toContain(`<Repository>${IMAGE}:latest</Repository>`)
	expect(JSON.parse(text('runtipi/backseat/config.json'))).toMatchObject({ version: packageJson.version })
})

test('the data are in a named volume, or the container runs as the user whom the folder belongs to', () => {
	for (const { name, service, volumes } of composeFiles)
		for (const volume of service.volumes) {
			const [source, target] = typeof volume === 'string' ? volume.split(':') : [volume.source, volume.target]
			expect({ name, target }).toEqual({ name, target: imageLine('VOLUME') })
			if (volumes.includes(source ?? '')) continue
			// The store gives its folder data/ to this user.
			const folder = join(projectFolder, 'deploy', name, '..', 'data')
			expect({ name, source, user: service.user, isMade: existsSync(folder) }).toEqual({
				name,
				source: `\${APP_DATA_DIR}/data`,
				user: '1000:1000',
				isMade: true,
			})
		}
	expect(text('unraid/backseat.xml')).toContain('--user 99:100 ')
	expect(JSON.parse(text('runtipi/backseat/config.json'))).toMatchObject({ uid: 1000, gid: 1000 })
})

test('every setting in them is one of the server’s, and strangers cannot sign up [T14]', () => {
	const environments = [
		...composeFiles.map(({ service: { environment } }) => environment),
		Object.fromEntries<string>(
			[...text('unraid/backseat.xml').matchAll(/Target="(BACKSEAT_\w+)" Default="([^"]*)"/g)].map(
				([, key = '', value = '']) => [key, value],
			),
		),
	].map((env) =>
		Object.fromEntries(
			Object.entries(env).map(([key, value]) => [
				key,
				// A person may leave each field of a store empty.
				value.replaceAll(/\$\{\w+(?::-(\w*))?\}/g, (_, initial) => initial ?? 'umbrel.local'),
			]),
		),
	)

	expect(environments).toHaveLength(4)
	for (const env of environments) {
		expect(Object.keys(env).length).toBeGreaterThan(2)
		expect(readConfig({ flags: {}, env, file: null }).signup).toBe('invite')
	}
})

test('each leads to the port at which the image listens', () => {
	const port = Number(imageLine('EXPOSE'))

	expect(port).toBe(settings.port.initial)
	expect(text('unraid/backseat.xml')).toContain(`Target="${port}"`)
	expect(Bun.YAML.parse(text('casaos/docker-compose.yml'))).toMatchObject({
		services: { backseat: { ports: [{ target: port, published: String(port) }] } },
		'x-casaos': { port_map: String(port) },
	})
	expect(Bun.YAML.parse(text('umbrel/backseat/docker-compose.yml'))).toMatchObject({
		services: { app_proxy: { environment: { APP_PORT: port } } },
	})
	expect(Bun.YAML.parse(text('runtipi/backseat/docker-compose.yml'))).toMatchObject({
		services: { backseat: { 'x-runtipi': { internal_port: port } } },
	})
})

test('docs/self-hosting.md says where each belongs', () => {
	const page = readFileSync(join(projectFolder, 'docs/self-hosting.md'), 'utf8')

	for (const name of Object.keys(made)) {
		const [folder, file] = name.split('/')
		if (file) expect(page).toContain(`${folder}/${file}`)
	}
})

describe.skipIf(process.platform === 'win32')('the script for Proxmox', () => {
	const script = text('proxmox/backseat.sh')

	/** Runs it where every program of Proxmox only writes down its words. */
	async function run(words: string[], templates: string) {
		const folder = mkdtempSync(join(tmpdir(), 'backseat-proxmox-'))
		const stub = (name: string, lines: string) => {
			writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${folder}/log\n${lines}\n`)
			chmodSync(join(folder, name), 0o755)
		}
		stub('pveam', `[ "$1" != available ] || printf '${templates}'`)
		stub('pvesh', 'echo 123')
		stub('pct', `[ "$1" != exec ] || { for last; do :; done; printf %s "$last" > ${folder}/inside; }`)
		writeFileSync(join(folder, 'script'), script)
		const env = { PATH: `${folder}:${process.env.PATH}` }
		const { code, output } = await runQuietly(['sh', join(folder, 'script'), ...words], { env })
		const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
		return { code, output, log: read('log'), inside: read('inside'), folder }
	}

	test('it makes a container that nests, of the newest Debian 12, and installs the package there', async () => {
		const templates =
			'system debian-12-standard_12.2-1_amd64.tar.zst\\nsystem debian-12-standard_12.7-1_amd64.tar.zst\\n'
		const { code, log, inside, folder } = await run([], templates)

		expect(code).toBe(0)
		expect(log).toMatch(
			/pct create 123 local:vztmpl\/debian-12-standard_12\.7-1_amd64\.tar\.zst .*--features nesting=1/,
		)
		expect(inside).toContain('sha256sum -c')
		const [, pattern = ''] = /grep -o "(.+)\$\(dpkg/.exec(inside) ?? []
		for (const { kind, file } of serverPackages(packageJson.version))
			if (kind === 'deb') expect(file).toMatch(new RegExp(`^${pattern}`))
		writeFileSync(join(folder, 'inside.sh'), `#!/bin/sh\n${inside}`)
		expect(await runQuietly(['sh', '-n', join(folder, 'inside.sh')])).toMatchObject({ code: 0 })
		if (Bun.which('shellcheck'))
			expect(await runQuietly(['shellcheck', join(folder, 'inside.sh')])).toMatchObject({ code: 0 })
	})

	test('without a template it makes nothing', async () => {
		const { code, log } = await run(['200'], '')

		expect(code).toBe(1)
		expect(log).not.toContain('pct')
	})

	test.skipIf(!Bun.which('shellcheck'))(
		'shellcheck has nothing to say (skipped where it is not installed)',
		async () => {
			const path = join(projectFolder, 'deploy/proxmox/backseat.sh')

			expect(await runQuietly(['shellcheck', path])).toEqual({ code: 0, output: '' })
		},
	)

	test('the settings that it writes are understood by the server', () => {
		const [, lines = ''] = /^printf '%s\\n' (.+) > /m.exec(script) ?? []
		const toml = [...lines.matchAll(/'([^']*)'/g)].map(([, line]) => line).join('\n')

		expect(readConfig({ flags: {}, env: {}, file: { path: 'backseat.toml', text: toml } })).toMatchObject({
			host: '0.0.0.0',
			signup: 'invite',
		})
	})
})
