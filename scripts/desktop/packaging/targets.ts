import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtBinary, isBuilt } from '../../build/build-stamp.ts'
import { type Machine, type System, serverFor } from '../../release/release-files.ts'
import { bun, projectFolder, run } from '../../run.ts'

export type Target = { system: System; machine: Machine }

export const allTargets: Target[] = (['linux', 'mac', 'win'] as const).flatMap((system) =>
	(['x64', 'arm64'] as const).filter((machine) => serverFor(system, machine)).map((machine) => ({ system, machine })),
)

const systems: Partial<Record<NodeJS.Platform, System>> = { linux: 'linux', darwin: 'mac', win32: 'win' }

export const thisComputer: Target | undefined = allTargets.find(
	({ system, machine }) => system === systems[process.platform] && machine === process.arch,
)

const isThisComputer = ({ system, machine }: Target) =>
	system === thisComputer?.system && machine === thisComputer?.machine

/** The path at which electron-builder.yml expects the server of a package, below `project`. */
export const stagedServer = (project: string, { system, machine }: Target) =>
	join(project, 'dist/desktop/server', `${system}-${machine}`, system === 'win' ? 'backseat.exe' : 'backseat')

export async function stageServers(targets: Target[]): Promise<void> {
	if (!targets.every(isThisComputer)) await build('--all')
	else if (!(await isBuilt())) await build()
	await copyServers(projectFolder, targets)
}

export async function copyServers(project: string, targets: Target[]): Promise<void> {
	const isOnlyHere = targets.every(isThisComputer)
	for (const target of targets) {
		const released = serverFor(target.system, target.machine)
		if (!released) throw new Error(`There is no server for ${target.system} ${target.machine}.`)
		const to = stagedServer(project, target)
		await mkdir(dirname(to), { recursive: true })
		await copyFile(join(project, 'dist', isOnlyHere ? basename(builtBinary) : released.file), to)
		await chmod(to, 0o755)
	}
}

async function build(...flags: string[]) {
	const code = await run([bun, 'scripts/build.ts', ...flags])
	if (code !== 0) throw new Error(`The server could not be built (exit code ${code}).`)
}

type Flags = ReturnType<typeof readFlags>

export function readFlags(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			linux: { type: 'boolean' },
			mac: { type: 'boolean' },
			win: { type: 'boolean' },
			x64: { type: 'boolean' },
			arm64: { type: 'boolean' },
			dir: { type: 'boolean' },
			feed: { type: 'string' },
			homepage: { type: 'string' },
		},
	})
	if (values.homepage !== undefined && !/^https?:\/\/[^/]/.test(values.homepage))
		throw new Error('--homepage wants the whole address, starting with https://')
	return values
}

export function wantedTargets(flags: Flags, here: Target | undefined): Target[] {
	const isSystemNamed = flags.linux || flags.mac || flags.win
	const isMachineNamed = flags.x64 || flags.arm64
	if (!isSystemNamed && !isMachineNamed) return here ? [here] : []
	return allTargets.filter(
		({ system, machine }) =>
			(isSystemNamed ? flags[system] : system === here?.system) && (!isMachineNamed || flags[machine]),
	)
}
