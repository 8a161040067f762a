import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { whyNoBareRoot } from '#server/testing/bare-root.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readFlags, wantedTargets } from '../desktop/packaging/targets.ts'
import { bun, projectFolder, runQuietly, secondsSince } from '../run.ts'
import { CHECKSUMS, checkedFiles, INSTALLER, SERVERS, serverPackages } from './release-files.ts'
import { REPOSITORY } from './repository.ts'
import { startProgram } from './start-program.ts'
import { makeDesktopStandIns, makePackageStandIns, makeServerStandIns } from './testing/stand-ins.ts'
import { type Machine, releaseWorkflow, runJob } from './workflow-jobs.ts'

// bun scripts/release/rehearse.ts                 tags a clone of the last commit, runs the commands of release.yml up to the
//                                                 draft, and starts what this machine can start
// bun scripts/release/rehearse.ts --short         with the scripts of this checkout and stand-ins for programs; starts nothing
// bun scripts/release/rehearse.ts --keep FOLDER   keeps the files of the release
// Electron comes from elsewhere, so the desktop packages are stand-ins under their final names.

type Options = { isShort: boolean; keep?: string | undefined; report?(line: string): void }

const { version } = packageJson
const TAG = `v${version}`
const github = { server_url: new URL(REPOSITORY).origin, repository: new URL(REPOSITORY).pathname.slice(1) }

const hasPackageTools = Bun.which('dpkg-deb') !== null && Bun.which('rpmbuild') !== null

export async function rehearse({ isShort, keep, report = () => {} }: Options): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'backseat-rehearsal-'))
	const at = (...path: string[]) => join(folder, ...path)
	const stage = async (title: string, act: () => Promise<unknown>) => {
		const start = performance.now()
		await act()
		report(`✓ ${title} (${secondsSince(start)})`)
	}

	/** GitHub gives each job a new machine. */
	const runnerOf = async (job: string): Promise<Machine> => {
		await (isShort ? linkCheckout(at(job)) : checkOut(at(job)))
		return {
			workflow: await releaseWorkflow(at(job)),
			folder: at(job),
			artifacts: at('artifacts'),
			values: {
				'github.ref_name': TAG,
				'github.token': 'a-token',
				'github.repository': github.repository,
				'github.server_url': github.server_url,
				'env.BUN_VERSION': Bun.version,
			},
			env: {
				GITHUB_REF_NAME: TAG,
				GITHUB_REPOSITORY: github.repository,
				GITHUB_SERVER_URL: github.server_url,
				PATH: `${at('bin')}:${dirname(bun)}:${process.env.PATH}`,
			},
			instead: (command) => {
				if (command.startsWith('sudo ')) return Promise.resolve()
				if (isShort && command === 'bun install --frozen-lockfile') return Promise.resolve()
				if (isShort && command === 'bun run build:all') return makeServerStandIns(at(job, 'dist'))
				if (!hasPackageTools && command.startsWith('bun scripts/release/server-packages.ts'))
					return makePackageStandIns(at(job, 'dist'), version)
				// Between releases the changelog has lines that belong to no version.
				if (command.startsWith('bun scripts/release/release-notes.ts')) return `${command} --rehearsal`
				return command.startsWith('bun scripts/release/check-release.ts') ? `${command} --stand-ins` : undefined
			},
		}
	}

	try {
		await mkdir(at('bin'))
		await writeFile(at('bin/gh'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${at('gh-words')}'\n`, { mode: 0o755 })
		await stage('notes', async () => runJob('notes', await runnerOf('notes')))
		await stage('programs and packages', async () => runJob('programs', await runnerOf('programs')))
		await stage('desktop packages, as stand-ins', async () => {
			const runner = await runnerOf('desktop')
			for (const { system = '' } of runner.workflow.jobs.desktop?.strategy?.matrix.include ?? []) {
				const packages = at('desktop/dist/desktop/packages')
				await rm(packages, { recursive: true, force: true })
				const instead = (command: string) => packInstead(command, packages)
				await runJob('desktop', { ...runner, values: { ...runner.values, 'matrix.system': system }, instead })
			}
		})
		const release = at('draft/release')
		await stage('draft', async () => {
			await runJob('draft', await runnerOf('draft'))
			refuseOtherDraft((await readFile(at('gh-words'), 'utf8')).split('\n'))
		})
		if (!isShort) await startEach(release, folder, stage, report)
		if (!isShort) await buildAndRunImage(at('image'), stage, report)
		if (keep) await cp(release, resolve(keep), { recursive: true })
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

async function checkOut(folder: string): Promise<void> {
	await git('clone', '--quiet', '--shared', '--no-tags', projectFolder, folder)
	await git('-C', folder, 'tag', '--no-sign', TAG)
}

/** A folder with this checkout's scripts costs a hundredth of a clone. They write into the current folder. */
async function linkCheckout(folder: string): Promise<void> {
	await mkdir(folder)
	for (const name of ['.github', 'deploy', 'scripts']) await symlink(join(projectFolder, name), join(folder, name))
}

async function git(...words: string[]): Promise<string> {
	const { code, output } = await runQuietly(['git', ...words])
	if (code !== 0) throw new Error(`git ${words.join(' ')}: ${output.trim()}`)
	return output
}

/** Stands in for electron-builder, and refuses flags that `bun run desktop:build` does not know. */
function packInstead(command: string, packages: string): Promise<void> {
	const [, flags = ''] = /^bun run desktop:build (.+)$/.exec(command) ?? []
	const values = readFlags(flags.split(' ').map((word) => word.replaceAll('"', '').replace('$HOMEPAGE', REPOSITORY)))
	if (!values.feed?.startsWith(REPOSITORY)) throw new Error('the desktop packages have no feed')
	const systems = wantedTargets(values, undefined).map(({ system }) => system)
	return makeDesktopStandIns(packages, version, systems)
}

function refuseOtherDraft(words: string[]): void {
	const files = words.filter((word) => word.startsWith('release/')).map((word) => word.slice('release/'.length))
	const expected = [...checkedFiles(version), CHECKSUMS]
	if (!Bun.deepEquals(files.toSorted(), expected.toSorted())) throw new Error(`The draft has these files: ${files}`)
	for (const word of [TAG, '--draft', '--verify-tag', 'notes.md'])
		if (!words.includes(word)) throw new Error(`The draft is made without ${word}`)
}

type Stage = (title: string, act: () => Promise<unknown>) => Promise<void>

/** Starts each Linux program of the release, as its users get it. */
async function startEach(release: string, folder: string, stage: Stage, report: (line: string) => void): Promise<void> {
	const machine = process.arch === 'arm64' ? 'arm64' : 'x64'
	if (process.platform !== 'linux') return report('– nothing is started: these programs are for Linux')

	await stage('install.sh and the program', async () => {
		const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: ({ url }) => served(release, url) })
		const env = { BACKSEAT_RELEASES: server.url.href, BACKSEAT_FOLDER: join(folder, 'installed') }
		const { code, output } = await runQuietly(['sh', join(release, INSTALLER)], { env })
		await server.stop(true)
		if (code !== 0) throw new Error(output)
		await startProgram(join(folder, 'installed/backseat'), version)
	})
	for (const server of SERVERS.filter(({ system }) => system === 'linux')) {
		const lacks = server.machine === machine ? 'isMusl' in server && lacksMusl() : 'another processor'
		if (lacks) report(`– ${server.file}: not started, because this machine has ${lacks}`)
		else if ('isMusl' in server) await stage(server.file, () => startProgram(join(release, server.file), version))
	}
	for (const { kind, file } of serverPackages(version).filter((one) => one.machine === machine)) {
		if (!hasPackageTools) {
			report(`– ${file}: not made, because dpkg-deb or rpmbuild is missing`)
			continue
		}
		await stage(file, async () => {
			const into = join(folder, kind)
			await mkdir(into)
			const unpack = kind === 'deb' ? `dpkg-deb --extract "$0" .` : `rpm2archive --nocompression - <"$0" | tar x`
			const { code, output } = await runQuietly(['bash', '-eo', 'pipefail', '-c', unpack, join(release, file)], {
				cwd: into,
			})
			if (code !== 0) throw new Error(output)
			await startProgram(join(into, 'usr/bin/backseat'), version)
		})
	}
}

/** As `docker build` with the build argument of release.yml, from the files that the tag has. */
async function buildAndRunImage(checkout: string, stage: Stage, report: (line: string) => void): Promise<void> {
	const reason = whyNoBareRoot()
	if (reason !== null) return report(`– image: not built, because it ${reason}`)
	await stage('image', async () => {
		await checkOut(checkout)
		const { code, output } = await runQuietly([bun, 'scripts/release/check-image.ts', TAG], { cwd: checkout })
		if (code !== 0) throw new Error(output)
	})
}

/** The musl program needs Alpine's C++ library, too. */
const lacksMusl = () => (existsSync('/etc/alpine-release') ? false : 'no musl')

const served = (folder: string, url: string) => new Response(Bun.file(join(folder, new URL(url).pathname)))

if (import.meta.main) {
	const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, keep: { type: 'string' } } })
	const start = performance.now()
	try {
		await rehearse({ isShort: values.short, keep: values.keep, report: console.log })
		console.log(`Rehearsed ${TAG} in ${secondsSince(start)}.`)
	} catch (error) {
		console.error(`✗ ${error instanceof Error ? error.message : error}`)
		process.exit(1)
	}
}
