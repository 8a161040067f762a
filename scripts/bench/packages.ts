import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bun, runQuietly } from '../run.ts'

// What only the bench needs has a package.json and a lock file of its own beside the contestants, and is installed by the
// first bench that needs it: never by `bun start`, a build or a test.

const folder = join(import.meta.dir, 'contestants')
const packages = join(folder, 'node_modules')

export const areBenchPackagesInstalled = () => existsSync(join(packages, 'fastify'))

export async function installBenchPackages() {
	const { code, output } = await runQuietly([bun, 'install', '--frozen-lockfile', '--cwd', folder])
	if (code !== 0) throw new Error(`The packages of the bench could not be installed:\n${output}`)
}

/** Node 24, which Express, Fastify and Lighthouse run in: from the registry, or the one on PATH. */
export function nodeBinary(): string {
	const installed = join(packages, `node-${process.platform}-${process.arch}`, 'bin', 'node')
	return existsSync(installed) ? installed : 'node'
}

/** The command line of a tool of the bench. */
const commands = { lighthouse: 'lighthouse/cli/index.js', autocannon: 'autocannon/autocannon.js' }
export const benchTool = (name: keyof typeof commands) => [nodeBinary(), join(packages, commands[name])]

export const packageVersion = (name: string): string =>
	JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')).version
