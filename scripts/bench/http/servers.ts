import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { builtBinary } from '../../build/build-stamp.ts'
import { bun } from '../../run.ts'
import { atExit } from '../leftovers.ts'
import { nodeBinary } from '../packages.ts'

/** Who takes part. `runtime`: what runs the file of this name in contestants/; none is the built binary. */
export const contestants = {
	backseat: { name: 'Backseat', runtime: null },
	limit: { name: 'the limit', runtime: 'bun' },
	naked: { name: 'naked', runtime: 'bun' },
	express: { name: 'Express 5', runtime: 'node' },
	fastify: { name: 'Fastify 5', runtime: 'node' },
	hono: { name: 'Hono on Bun', runtime: 'bun' },
} as const
export type Contestant = keyof typeof contestants
export const contestantNames = Object.keys(contestants) as Contestant[]

/** Those that need nothing but what the repository has installed. */
export const needPackages = (names: readonly Contestant[]) =>
	names.some((name) => name === 'express' || name === 'fastify' || name === 'hono')

export type RunningServer = { origin: string; port: number; pid: number; stop(signal?: NodeJS.Signals): Promise<void> }

/** Starts a command that says where it is ready. What it logs goes into a file, as under any service manager. */
export async function startCommand(command: readonly string[], logFile: string): Promise<RunningServer> {
	const child = Bun.spawn([...command], {
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: Bun.file(logFile),
		env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production' },
	})
	const killed = atExit(() => child.kill('SIGKILL'))
	const decoder = new TextDecoder()
	let said = ''
	for await (const chunk of child.stdout) {
		said += decoder.decode(chunk, { stream: true })
		const [, origin] = said.match(/is ready at (http:\/\/[^/\s]+)/) ?? []
		if (!origin) continue
		const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
			child.kill(signal)
			await child.exited
			killed.takeBack()
		}
		return { origin, port: Number(new URL(origin).port), pid: child.pid, stop }
	}
	throw new Error(`${command.join(' ')} did not start: ${said}${await Bun.file(logFile).text()}`)
}

/** The command of the product. `program` is the built binary, or another one to compare it with. */
export const backseatCommand = (dataDir: string, program: readonly string[] = [builtBinary]) => [
	...program,
	...['serve', '--port', '0', '--data-dir', dataDir, '--rate-limit-scale', '0'],
]

type Start = { folder: string; dataFile: string; siteFile: string; program?: readonly string[] }

/** Starts a contestant on a copy of the data file of its own. */
export async function startContestant(name: Contestant, { folder, dataFile, siteFile, program }: Start) {
	const own = join(folder, name)
	await mkdir(own, { recursive: true })
	const copy = join(own, 'backseat.db')
	await copyFile(dataFile, copy)
	const { runtime } = contestants[name]
	const file = join(import.meta.dir, '..', 'contestants', `${name}.ts`)
	const interpreter = runtime === 'node' ? nodeBinary() : bun
	const command = runtime ? [interpreter, file, copy, siteFile] : backseatCommand(own, program)
	return startCommand(command, join(own, 'log.txt'))
}
