import { bun, runQuietly, secondsSince } from './run.ts'

/** Brings node_modules in line with bun.lock. When it already is, Bun notices within 30 ms and without the network. */
export async function installPackages(): Promise<boolean> {
	const start = performance.now()
	if (!(await Bun.file('node_modules/.bin/vite').exists())) console.log('Fetching packages…')
	const { code, output } = await runQuietly([bun, 'install', '--frozen-lockfile'])
	if (code !== 0) console.error(`${output}\nThe packages could not be installed (bun install exited with ${code}).`)
	else if (!output.includes('(no changes)')) console.log(`Packages installed in ${secondsSince(start)}`)
	return code === 0
}
