import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const REPOSITORY = join(import.meta.dir, '..', '..')
export const FROM_SOURCE = [process.execPath, join(REPOSITORY, 'src-server', 'main.ts')]
/**
 * The program that tests start. `bun run test` sets it to the binary built from these sources, which starts in less
 * than half of the processor time (23 of 54 s for all tests that start processes).
 */
export const PROGRAM = process.env.TEST_PROGRAM ? [process.env.TEST_PROGRAM] : FROM_SOURCE

export const freshFolder = () => mkdtempSync(join(tmpdir(), 'backseat-'))

/** A port on which no program listens any more. */
export function forsakenPort(): number {
	const stranger = Bun.serve({ port: 0, fetch: () => new Response() })
	const { port = 0 } = stranger
	stranger.stop(true)
	return port
}

export type ServerProcess = {
	/** Its address, without a slash at the end. */
	origin: string
	pid: number
	output: { stdout: string; stderr: string }
	says(text: string, where?: 'stdout' | 'stderr'): Promise<void>
	end(signal?: NodeJS.Signals): Promise<number>
}

export type Start = {
	flags?: string[]
	env?: Record<string, string>
	command?: string[]
	cwd?: string
	/** Text for standard input, which then stays open. By default there is no standard input. */
	input?: string
}

/** A real Backseat in its own process, on a free port. `command` replaces this source by another program. */
export async function startServer(start: Start): Promise<ServerProcess> {
	return untilReady(spawn({ ...start, flags: ['--port', '0', ...(start.flags ?? [])] }))
}

export async function untilReady(server: ReturnType<typeof spawn>): Promise<ServerProcess> {
	await server.says(' is ready at ')
	const [, origin = ''] = /ready at (https?:\S+)\/\n/.exec(server.output.stdout) ?? []
	return { ...server, origin }
}

export async function runToEnd(start: Start): Promise<{ exitCode: number; stdout: string; stderr: string }> {
	const { exited, output, isRead } = spawn(start)
	const exitCode = await exited
	await isRead
	return { exitCode, ...output }
}

export function spawn({ flags = [], env = {}, command = PROGRAM, cwd = REPOSITORY, input }: Start) {
	const child = Bun.spawn([...command, ...flags], {
		cwd,
		// The environment contains only what every program needs.
		env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env },
		stdin: input === undefined ? 'ignore' : 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
	})
	const writeInput = (text: string) => {
		// The process may have ended by then, which the test notices elsewhere.
		for (const sent of [child.stdin?.write(text), child.stdin?.flush()]) Promise.resolve(sent).catch(() => {})
	}
	if (input !== undefined) writeInput(input)
	const output = { stdout: '', stderr: '' }
	const isRead = Promise.all([keep(child.stdout, 'stdout'), keep(child.stderr, 'stderr')])
	return {
		pid: child.pid,
		exited: child.exited,
		output,
		isRead,
		writeInput,
		hangUp: async () => {
			await child.stdin?.end()
			return child.exited
		},
		end: (signal: NodeJS.Signals = 'SIGKILL') => {
			child.kill(signal)
			return child.exited
		},
		/** Waits until this text appears on standard output, or on the given stream. */
		says: async (text: string, where: keyof typeof output = 'stdout') => {
			while (!output[where].includes(text)) {
				if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output.stderr}`)
				await Bun.sleep(5)
			}
		},
	}

	async function keep(stream: ReadableStream<Uint8Array>, name: keyof typeof output) {
		const decoder = new TextDecoder()
		for await (const bytes of stream) output[name] += decoder.decode(bytes, { stream: true })
	}
}
