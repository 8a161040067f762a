import { join } from 'node:path'
import { isBuilt } from '../build/build-stamp.ts'
import { bun, installPackages, projectFolder, run, runQuietly } from '../run.ts'
import { findElectron } from './electron-binary.ts'

// bun run desktop [link]: the desktop app in development, with the server in dist/backseat. Imports no packages,
// because they may not be installed.

process.chdir(projectFolder)
if (!(await installPackages())) process.exit(1)

const electron = findElectron() ?? (await fetchElectron())
if (!electron) process.exit(1)

if (!(await isBuilt())) {
	console.log('Building Backseat (a minute or less)…')
	const code = await run([bun, 'scripts/build.ts'])
	if (code !== 0) process.exit(code)
}
const { appFolder, buildDesktopApp } = await import('./app.ts')
const { writeDesktopLicenses } = await import('./app.ts')
await writeDesktopLicenses(await buildDesktopApp())

// Separate from an installed Backseat's folder: a development version must not migrate its data.
const userData = `--user-data-dir=${join(projectFolder, 'backseat-data/desktop')}`
let app: Bun.Subprocess | null = null
// Listen from the start: stopping this script early must not leave the app running.
// Ctrl-C in a terminal reaches the app by itself.
process.on('SIGINT', () => process.stdin.isTTY || app?.kill('SIGINT'))
process.on('SIGTERM', () => app?.kill('SIGTERM'))
app = Bun.spawn([electron, appFolder, userData, ...process.argv.slice(2)], {
	stdio: ['inherit', 'inherit', 'inherit'],
})
await app.exited
process.exit(app.exitCode ?? 1)

/** Lets the electron package download its program, which it verifies against the checksums in the package. */
async function fetchElectron(): Promise<string | undefined> {
	const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
	if (folder) {
		console.error(`There is no Electron in ${folder}, the folder ELECTRON_OVERRIDE_DIST_PATH names.`)
		return undefined
	}
	console.log('Fetching Electron (about 100 MB, once)…')
	const { output } = await runQuietly([bun, 'node_modules/electron/install.js'])
	const fetched = findElectron()
	if (!fetched) {
		const reason = output.split('\n').find((line) => line.includes('Error')) ?? 'no reason was given'
		console.error(
			`Electron could not be fetched from github.com (${reason.trim()}): try again with a connection, or set ` +
				'ELECTRON_OVERRIDE_DIST_PATH to a folder that has Electron in it.',
		)
	}
	return fetched
}
