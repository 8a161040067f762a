import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const REPOSITORY = join(import.meta.dir, '..', '..')
const FROM_SOURCE = [process.execPath, join(REPOSITORY, 'src-server', 'main.ts')]

export const freshFolder = () => mkdtempSync(join(tmpdir(), 'backseat-'))

export type ServerProcess = {
	/** Where it says it is, without a slash at the end. */
	origin: string
	pid: number
	output: { stdout: string; stderr: string }
	/** Sends a signal and answers the exit code. */
	end(signal?: NodeJS.Signals): Promise<number>
}

type Start = { flags?: string[]; env?: Record<string, string>; command?: string[]; cwd?: string }

/** A real Backseat in a process of its own, on a free port. `command` runs something else than this source. */
export async function startServer(start: Start): Promise<ServerProcess> {
	const { child, output } = spawn({ ...start, flags: ['--port', '0', ...(start.flags ?? [])] })
	while (!output.stdout.includes(' is ready at ')) {
		if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output.stderr}`)
		await Bun.sleep(5)
	}
	const [, origin = ''] = /ready at (http:\S+)\/\n/.exec(output.stdout) ?? []
	return {
		origin,
		pid: child.pid,
		output,
		end: (signal = 'SIGKILL') => {
			child.kill(signal)
			return child.exited
		},
	}
}

/** A start that is expected to end by itself. */
export async function runToEnd(start: Start): Promise<{ exitCode: number; stdout: string; stderr: string }> {
	const { child, output, isRead } = spawn(start)
	const exitCode = await child.exited
	await isRead
	return { exitCode, ...output }
}

function spawn({ flags = [], env = {}, command = FROM_SOURCE, cwd = REPOSITORY }: Start) {
	const child = Bun.spawn([...command, ...flags], {
		cwd,
		// Nothing of this machine's environment but what a program needs to run at all.
		env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...env },
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
	})
	const output = { stdout: '', stderr: '' }
	const isRead = Promise.all([keep(child.stdout, 'stdout'), keep(child.stderr, 'stderr')])
	return { child, output, isRead }

	async function keep(stream: ReadableStream<Uint8Array>, name: keyof typeof output) {
		const decoder = new TextDecoder()
		for await (const bytes of stream) output[name] += decoder.decode(bytes, { stream: true })
	}
}
