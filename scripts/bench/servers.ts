import { existsSync, readFileSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { bun, runQuietly } from '../run.ts'
import { ask, benchCalls, type CallName } from './calls.ts'
import { makeBenchData } from './data.ts'

export type Options = {
	/** The command of the server to measure. */
	program: readonly string[]
	/** The binary of an older build, which takes turns with it. */
	before?: string
	/** For the http scene only; all calls by default. */
	calls?: readonly CallName[]
	ratings?: number
	rounds: number
	seconds: number
}

/** The builds to measure, by the headings of their columns. */
export const buildsOf = ({ program, before }: Pick<Options, 'program' | 'before'>) => [
	[OURS, program] as const,
	...(before ? [['before', [before]] as const] : []),
]

export const limitSource = join(import.meta.dir, 'limit.ts')

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

// The packages have a package.json and a lock file of their own. The first bench that needs them installs them; `bun start`,
// builds and tests never do.

export const packagesFolder = join(import.meta.dir, 'packages')
export const packages = join(packagesFolder, 'node_modules')

let isInstalled = false
export async function installBenchPackages() {
	if (isInstalled) return
	isInstalled = true
	const { code, output } = await runQuietly([bun, 'install', '--frozen-lockfile', '--cwd', packagesFolder])
	if (code !== 0) throw new Error(`The packages of the bench could not be installed:\n${output}`)
}

/** Node 24, from the registry or on PATH. */
export function nodeBinary(): string {
	const installed = join(packages, `node-${process.platform}-${process.arch}`, 'bin', 'node')
	return existsSync(installed) ? installed : 'node'
}

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

export const startBackseat = (dataDir: string, program: readonly string[], flags: readonly string[] = []) =>
	startCommand(
		[...program, 'serve', '--port', '0', '--data-dir', dataDir, '--rate-limit-scale', '0', ...flags],
		join(dataDir, 'log.txt'),
	)

export async function startWithFamily(program: readonly string[]) {
	const folder = passingFolder()
	const db = openDatabase(join(folder, 'backseat.db'))
	seed(db)
	db.close()
	return startBackseat(folder, program)
}

/** Data files by number of ratings: a hundred thousand take seconds to create, so they are copied. */
const made = new Map<number, string>()

/** A new data folder with a copy of the data file, as Backseat expects it. */
export async function dataFolder(ratings: number): Promise<string> {
	const original = made.get(ratings) ?? join(passingFolder(), 'made.db')
	if (!made.has(ratings)) makeBenchData(original, ratings)
	made.set(ratings, original)
	const folder = passingFolder()
	await copyFile(original, join(folder, 'backseat.db'))
	return folder
}

export const OURS = 'Backseat'
export const LIMIT = 'the limit'

/** Runs the builds and the limit, each on its own copy of the data file, in the order of their turns. */
export async function withServers<T>(
	{ ratings, ...builds }: Pick<Options, 'program' | 'before'> & { ratings: number },
	work: (servers: ReadonlyMap<string, RunningServer>) => Promise<T>,
): Promise<T> {
	const headers = await recordHeaders(builds.program)
	const servers = new Map<string, RunningServer>()
	try {
		for (const [name, program] of buildsOf(builds))
			servers.set(name, await startBackseat(await dataFolder(ratings), program))
		servers.set(LIMIT, await startLimit([bun, limitSource], await dataFolder(ratings), headers))
		return await work(servers)
	} finally {
		await Promise.all([...servers.values()].map(({ stop }) => stop()))
	}
}

export const startLimit = (command: readonly string[], dataDir: string, headers: string) =>
	startCommand([...command, join(dataDir, 'backseat.db'), headers], join(dataDir, 'log.txt'))

/** Headers that vary between responses or that a server adds itself. */
export const VARYING = ['date', 'content-length', 'x-request-id', 'set-cookie']

/** The headers of a running Backseat's responses as JSON, so that the limit sends the same. */
export async function recordHeaders(program: readonly string[]): Promise<string> {
	const { origin, stop } = await startBackseat(await dataFolder(1000), program)
	const { headers } = await ask(origin, benchCalls.user)
	await stop()
	return JSON.stringify(Object.fromEntries([...headers].filter(([name]) => !VARYING.includes(name))))
}
