import { existsSync, readFileSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { builtBinary } from '../build/build-stamp.ts'
import { bun, projectFolder, runQuietly } from '../run.ts'
import { ANSWERS, NONCE, type Headers as PlainHeaders, type Site } from './baselines/shared.ts'
import { ask, benchCalls, nonceIn, plainText } from './calls.ts'
import { makeBenchData } from './data.ts'

export const baselinesFolder = join(import.meta.dir, 'baselines')
const packages = join(baselinesFolder, 'node_modules')

/** The servers to compare, each a file in baselines/; `null` is the built binary. */
export const servers = {
	backseat: { name: 'Backseat', runtime: null },
	limit: { name: 'the limit', runtime: 'bun' },
	fastify: { name: 'Fastify on Node', runtime: 'node' },
	hono: { name: 'Hono on Bun', runtime: 'bun' },
} as const
export type ServerName = keyof typeof servers
export type Baseline = Exclude<ServerName, 'backseat'>
const baselines = Object.keys(servers).slice(1) as Baseline[]

// Clean up after every run, including failures and interrupts.

const ends = new Set<() => void>()
process.on('exit', () => {
	for (const end of ends) end()
})

/** A folder that is deleted when the process ends. */
export function passingFolder(): string {
	const folder = freshFolder()
	ends.add(() => rmSync(folder, { recursive: true, force: true }))
	return folder
}

export function endOnSignals() {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
}

// The baselines have their own package.json and lock file. The first bench that needs them installs them; `bun start`, builds
// and tests never do.

export const areBenchPackagesInstalled = () => existsSync(join(packages, 'fastify'))

let isInstalled = false
export async function installBenchPackages() {
	if (isInstalled) return
	isInstalled = true
	const { code, output } = await runQuietly([bun, 'install', '--frozen-lockfile', '--cwd', baselinesFolder])
	if (code !== 0) throw new Error(`The packages of the bench could not be installed:\n${output}`)
}

/** Node 24 for Fastify and Lighthouse, from the registry or on PATH. */
export function nodeBinary(): string {
	const installed = join(packages, `node-${process.platform}-${process.arch}`, 'bin', 'node')
	return existsSync(installed) ? installed : 'node'
}

export const lighthouseCommand = () => [nodeBinary(), join(packages, 'lighthouse/cli/index.js')]

export const packageVersion = (name: string): string =>
	JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).version

export type RunningServer = { origin: string; pid: number; stop(signal?: NodeJS.Signals): Promise<void> }

/** Starts a command that prints its address when ready. Logs to a file, as under a service manager. */
export async function startCommand(command: readonly string[], logFile: string): Promise<RunningServer> {
	const child = Bun.spawn([...command], {
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: Bun.file(logFile),
		env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production' },
	})
	const kill = () => child.kill('SIGKILL')
	ends.add(kill)
	const decoder = new TextDecoder()
	let printed = ''
	for await (const chunk of child.stdout) {
		printed += decoder.decode(chunk, { stream: true })
		const [, origin] = printed.match(/is ready at (http:\/\/[^/\s]+)/) ?? []
		if (!origin) continue
		const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
			child.kill(signal)
			await child.exited
			ends.delete(kill)
		}
		return { origin, pid: child.pid, stop }
	}
	throw new Error(`${command.join(' ')} did not start: ${printed}${await Bun.file(logFile).text()}`)
}

export const startBackseat = (
	dataDir: string,
	program: readonly string[] = [builtBinary],
	flags: readonly string[] = [],
) =>
	startCommand(
		[...program, 'serve', '--port', '0', '--data-dir', dataDir, '--rate-limit-scale', '0', ...flags],
		join(dataDir, 'log.txt'),
	)

export async function startWithFamily(binary: string) {
	const folder = passingFolder()
	const db = openDatabase(join(folder, 'backseat.db'))
	seed(db)
	db.close()
	return startBackseat(folder, [binary])
}

/** Data files by number of ratings: five million take half a minute to create, so they are copied. */
const made = new Map<number, string>()

/** A new data folder with a copy of the data file, as Backseat expects it. */
export async function dataFolder(ratings: number, size: { members?: number } = {}): Promise<string> {
	const original = made.get(ratings) ?? join(passingFolder(), 'made.db')
	if (!made.has(ratings)) makeBenchData(original, ratings, size)
	made.set(ratings, original)
	const folder = passingFolder()
	await copyFile(original, join(folder, 'backseat.db'))
	return folder
}

type Wanted = { ratings?: number; against?: readonly Baseline[]; program?: readonly string[] }
export type Running = { servers: Map<ServerName, RunningServer>; calls: ReturnType<typeof benchCalls> }

/** Runs Backseat and the baselines, each on its own copy of the data file, in the order of their turns. */
export async function withServers<T>(
	{ ratings = 100_000, against = baselines, program }: Wanted,
	work: (running: Running) => Promise<T>,
): Promise<T> {
	if (against.some((name) => name !== 'limit')) await installBenchPackages()
	const { site, siteFile } = await recordSite(program)
	const running = new Map<ServerName, RunningServer>()
	try {
		for (const name of new Set<ServerName>(['backseat', ...against])) {
			const own = await dataFolder(ratings)
			const interpreter = servers[name].runtime === 'node' ? nodeBinary() : bun
			const command = [interpreter, join(baselinesFolder, `${name}.ts`), join(own, 'backseat.db'), siteFile]
			const started = name === 'backseat' ? startBackseat(own, program) : startCommand(command, join(own, 'log.txt'))
			running.set(name, await started)
		}
		return await work({ servers: running, calls: benchCalls(site.asset.path) })
	} finally {
		await Promise.all([...running.values()].map(({ stop }) => stop()))
	}
}

/** Headers that vary between responses or that a server adds itself. */
export const VARYING = ['date', 'content-length', 'x-request-id', 'set-cookie']

const lasting = (headers: Headers): PlainHeaders =>
	Object.fromEntries([...headers].filter(([name]) => !VARYING.includes(name)))

const DATA = /(<script [^>]*id="page-answers">)[^<]*/

/** Records the parts of a running Backseat's responses besides the data, so that the limit sends the same bytes. */
export async function recordSite(program?: readonly string[]): Promise<{ site: Site; siteFile: string }> {
	const { origin, stop } = await startBackseat(await dataFolder(1000), program)
	try {
		const apiAnswer = await ask(origin, benchCalls('').user)
		if (apiAnswer.status !== 200) throw new Error(`The recorded server answers ${apiAnswer.status}`)
		const pageAnswer = await ask(origin, benchCalls('').page)
		const text = await plainText(pageAnswer)
		const nonce = nonceIn(pageAnswer.headers)
		if (!nonce) throw new Error(`No nonce in the page's policy:\n${text}`)
		const template = text.replaceAll(nonce, NONCE).replace(DATA, (_, before) => before + ANSWERS)
		const { 'content-security-policy': policy = '', ...headers } = lasting(pageAnswer.headers)
		// A server that runs from its sources has no browser app.
		const style = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(text)?.[1] ?? '/assets/none'
		const asset = benchCalls(new URL(style, origin).pathname).asset
		const assetAnswer = await ask(origin, asset)
		const site: Site = {
			apiHeaders: lasting(apiAnswer.headers),
			page: { text: template, policy: policy.replaceAll(nonce, NONCE), headers },
			asset: {
				path: asset.path,
				headers: lasting(assetAnswer.headers),
				base64: (await assetAnswer.bytes()).toBase64(),
			},
			uiFolder: join(projectFolder, 'dist/ui'),
		}
		const siteFile = join(passingFolder(), 'site.json')
		await Bun.write(siteFile, JSON.stringify(site))
		return { site, siteFile }
	} finally {
		await stop()
	}
}
