import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'

// The package registry does not hold Electron's program (100 MB); the electron package downloads it on demand.

/** Paths inside an Electron folder, the same three as in the electron package. */
const executables: Partial<Record<NodeJS.Platform, string>> = {
	darwin: 'Electron.app/Contents/MacOS/Electron',
	win32: 'electron.exe',
	linux: 'electron',
}

export function findElectron(): string | undefined {
	const executable = executables[process.platform]
	if (!executable) return undefined
	const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(projectFolder, 'node_modules/electron/dist')
	const path = join(folder, executable)
	return existsSync(path) ? path : undefined
}
