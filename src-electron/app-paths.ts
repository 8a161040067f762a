import { join } from 'node:path'

/** macOS recolours a 'template' image itself; Linux panels use the icon at its own size. */
const TRAY_ICON: Partial<Record<NodeJS.Platform, string>> = { darwin: 'trayTemplate.png', linux: 'tray-linux.png' }

export type AppPaths = ReturnType<typeof appPaths>

export function appPaths({
	isPackaged,
	appPath,
	resourcesPath,
	userData,
	platform,
}: {
	isPackaged: boolean
	/** The app's own folder: inside the asar, or dist/desktop/app in development. */
	appPath: string
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
		languages: join(appPath, 'languages'),
		icon: icon('icon.png'),
		trayIcon: icon(TRAY_ICON[platform] ?? 'tray.png'),
		overlayIcon: icon('badge.png'),
		settings: join(userData, 'desktop-settings.json'),
		dataDir: join(userData, 'data'),
	}
}
