import { join, relative } from 'node:path'
import { installPackages, projectFolder, secondsSince } from '../../run.ts'
import { readFlags, stageServers, thisComputer, wantedTargets } from './targets.ts'

// bun run desktop:build                         installers for this computer, in dist/desktop/packages
// bun run desktop:build --linux --mac --win     for these systems, on all processors we release for
// bun run desktop:build --linux --arm64         for one of them
// bun run desktop:build --dir                   the app as a folder only
// bun run desktop:build --feed https://…/       and the files electron-updater reads there
// bun run desktop:build --homepage https://…    names the project that makes the packages

process.chdir(projectFolder)
const flags = flagsOrExit()
const targets = wantedTargets(flags, thisComputer)
if (targets.length === 0) {
	console.error('There is no such package: Linux x64 and arm64, macOS arm64 and x64, Windows x64 are what we make.')
	process.exit(64)
}
if (!(await installPackages())) process.exit(1)

const start = performance.now()
const [{ buildDesktopApp }, { writeDesktopLicenses }, { drawIcons }, { packageApp }] = await Promise.all([
	import('../app.ts'),
	import('../app.ts'),
	import('../../build/icons.ts'),
	import('./packaging.ts'),
])
try {
	await stageServers(targets)
	await writeDesktopLicenses(await buildDesktopApp())
	await drawIcons(join(projectFolder, 'dist/desktop/icons'))
	const files = await packageApp({
		targets,
		isFolderOnly: flags.dir ?? false,
		feed: flags.feed,
		homepage: flags.homepage,
	})
	for (const file of files) console.log(relative(projectFolder, file))
	console.log(`Packed in ${secondsSince(start)}, into dist/desktop/packages.`)
} catch (error) {
	const reason = error instanceof Error ? error.message : String(error)
	const hint = /E(CONN|NOTFOUND|TIMEDOUT|AI_AGAIN)/.test(reason)
		? ' Electron and the tools that make installers come from github.com; try again with a connection.'
		: ''
	console.error(`The package could not be made: ${reason}.${hint}`)
	process.exit(1)
}

function flagsOrExit() {
	try {
		return readFlags(process.argv.slice(2))
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exit(64)
	}
}
