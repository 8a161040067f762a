import { join } from 'node:path'

// This file runs before packages are installed, so it imports none.

export const projectFolder = join(import.meta.dirname, '..')

/** The Bun that runs this script; it need not be on PATH (`npx -y bun …` leaves it in a cache folder). */
export const bun = process.execPath

/** Command line of an installed JavaScript tool, run by this Bun: Node may be missing or too old for it. */
export const tool = (name: string, ...args: string[]) => [bun, 'x', '--no-install', '--bun', name, ...args]

type RunOptions = { cwd?: string; env?: Record<string, string>; timeout?: number; signal?: AbortSignal }

const inProject = ({ cwd = projectFolder, env = {}, timeout, signal }: RunOptions) => ({
	cwd,
	env: { ...process.env, ...env },
	timeout,
	signal,
	stdin: 'ignore' as const,
})

/** Inherits the terminal; returns the exit code. */
export async function run(command: string[], options: RunOptions = {}): Promise<number> {
	const child = Bun.spawn(command, { ...inProject(options), stdout: 'inherit', stderr: 'inherit' })
	return await child.exited
}

/** `cpuSeconds` includes the children that the process waited for. */
export async function runMeasured(command: string[], options: RunOptions = {}) {
	const colours: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
	const child = Bun.spawn(command, {
		...inProject({ ...options, env: { ...colours, ...options.env } }),
		stdout: 'pipe',
		stderr: 'pipe',
	})
	let output = ''
	const listen = async (stream: ReadableStream<Uint8Array>) => {
		const decoder = new TextDecoder()
		for await (const chunk of stream) output += decoder.decode(chunk, { stream: true })
	}
	const [code] = await Promise.all([child.exited, listen(child.stdout), listen(child.stderr)])
	return { code, output, cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0n) / 1_000_000 }
}

export async function runQuietly(command: string[], options: RunOptions = {}) {
	const { code, output } = await runMeasured(command, options)
	return { code, output }
}

export const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Syncs node_modules with bun.lock. If nothing changed, Bun returns within 30 ms and without the network. */
export async function installPackages(): Promise<boolean> {
	const start = performance.now()
	if (!(await Bun.file('node_modules/.bin/vite').exists())) console.log('Fetching packages…')
	const { code, output } = await runQuietly([bun, 'install', '--frozen-lockfile'])
	if (code !== 0) console.error(`${output}\nThe packages could not be installed (bun install exited with ${code}).`)
	else if (!output.includes('(no changes)')) console.log(`Packages installed in ${secondsSince(start)}`)
	return code === 0
}
