import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'

// Electron's own program (100 MB) is not in the package registry. The electron package fetches it when it is wanted.

/** Inside an Electron folder. The electron package knows the same three. */
const executables: Partial<Record<NodeJS.Platform, string>> = {
	darwin: 'Electron.app/Contents/MacOS/Electron',
	win32: 'electron.exe',
	linux: 'electron',
}

/** Electron on this machine: in the folder ELECTRON_OVERRIDE_DIST_PATH names, else where its package puts it. */
export function findElectron(): string | undefined {
	const executable = executables[process.platform]
	if (!executable) return undefined
	const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(projectFolder, 'node_modules/electron/dist')
	const path = join(folder, executable)
	return existsSync(path) ? path : undefined
}
