import { join } from 'node:path'

/** macOS colours a 'template' image itself; panels of Linux take the size they are given. */
const TRAY_ICON: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', linux: 'tray-linux.png' }

/** Where the app's files are, packaged and in development (after `bun run build` and `bun run desktop`). */
export type AppPaths = ReturnType<typeof appPaths>

export function appPaths({
	isPackaged,
	appPath,
	resourcesPath,
	userData,
	platform,
}: {
	isPackaged: boolean
	/** Of the app's own code: inside the asar, or dist/desktop/app. */
	appPath: string
	/** What is shipped beside the asar. */
	resourcesPath: string
	userData: string
	platform: NodeJS.Platform
}) {
	const binary = platform === 'win32' ? 'backseat.exe' : 'backseat'
	const icon = (name: string) => join(appPath, 'icons', name)
	return {
		binary: isPackaged ? join(resourcesPath, binary) : join(appPath, '..', '..', binary),
		licenses: isPackaged ? join(resourcesPath, 'LICENSES.backseat.txt') : join(appPath, '..', 'LICENSES.txt'),
		preload: join(appPath, 'preload.cjs'),
		pages: join(appPath, 'pages'),
		icon: icon('icon.png'),
		trayIcon: icon(TRAY_ICON[platform] ?? 'tray.png'),
		overlayIcon: icon('badge.png'),
		settings: join(userData, 'desktop-settings.json'),
		dataDir: join(userData, 'data'),
		backups: join(userData, 'backups'),
	}
}
