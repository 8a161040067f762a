import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { handleTestRequests } from './double-control.ts'
import { Emitter, isPrevented } from './double-events.ts'
import { appState, browser, closeBrowser, record } from './double-session.ts'
import { BrowserWindow } from './double-window.ts'
import { takeLock } from './single-instance.ts'

/*
 * A recording double of the `electron` module, for machines that have no Electron. The main.cjs that ships runs under it
 * unchanged; its windows are pages of a real Chromium, its partitions browser contexts of their own. What it asks of the
 * system (notifications, warnings, the badge, other programs) is written down for the test to read; of menus and the tray
 * the test can choose.
 *
 * It knows what the app uses and nothing else of: app, BrowserWindow with webContents, session.fromPartition, protocol,
 * ipcMain, Menu, Tray, Notification, shell, dialog, nativeTheme, nativeImage, powerMonitor, screen, net.request. Other calls
 * are missing and fail loudly, and so does listening to other events. For real: navigation, redirects and new windows held
 * until the app decides; downloads, and pages that would rather stay; cookies and storage for each partition; custom schemes; one instance for each data folder; what
 * ends when this process is killed.
 *
 * It cannot prove: Chromium's sandbox, context isolation and fuses; that a custom scheme is a secure origin (it is
 * https://{host}.{scheme}.test here, and the preload sees a `location` made up for it); that a page's request for a permission
 * other than for notifications is put to the app, that a look at one is (both are taken and not used), and that its theme
 * follows the system; that Electron knows a tap from a script where Chromium does, and where a download is saved; that the app is told of a shutdown,
 * a certificate that is asked for, a click on its icon, a page that crashed, and why a load failed; how menus, tray,
 * notifications and windows look; what a desktop does with focus, badge and protocol registration; updates and installers; anything on
 * Windows. A new window that the app denies opens in Chromium and is closed at once, where Electron opens none.
 */

const appPath = join(process.argv[1] ?? '.', '..')
const manifest: { version: string } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))
const FOLDER = '--user-data-dir='
appState.userData =
	process.argv.find((one) => one.startsWith(FOLDER))?.slice(FOLDER.length) || join(appPath, 'user-data')

let isQuitting = false
let handedOver: Promise<unknown> | undefined

class App extends Emitter {
	readonly isPackaged = false

	whenReady = () => browser().then(() => {})
	requestSingleInstanceLock() {
		const lock = takeLock(appState.userData, process.argv, (argv, folder) =>
			this.emit('second-instance', {}, argv, folder),
		)
		handedOver = lock.handedOver
		return lock.isOurs
	}
	quit() {
		isQuitting = !isPrevented(this, 'before-quit')
		if (!isQuitting) return
		for (const window of [...BrowserWindow.all]) window.close()
		if (BrowserWindow.all.length === 0) end()
	}

	getPath(name: string) {
		if (name !== 'userData') throw new Error(`The double of Electron has no folder '${name}'`)
		return appState.userData
	}
	getAppPath = () => appPath
	getVersion = () => manifest.version
	setAppUserModelId = () => {}
	setBadgeCount = (count: number) => record('app.setBadgeCount', count)
}

const LINKS = ['open-url', 'second-instance']
/** Known to the app; they never come here. */
const NEVER = ['activate', 'select-client-certificate']
const app = new App(...LINKS, 'window-all-closed', 'before-quit', ...NEVER)
appState.allClosed = () => {
	if (isQuitting) end()
	else app.emit('window-all-closed')
}
appState.windowStays = () => {
	isQuitting = false
}
const end = () => void Promise.allSettled([handedOver, closeBrowser()]).then(() => process.exit())
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit())

let lastNotification: Notification | undefined

class Notification extends Emitter {
	constructor(private readonly words: { title: string; body: string }) {
		super('click', 'close', 'failed')
	}
	show() {
		lastNotification = this
		record('notification.show', { title: this.words.title, body: this.words.body })
	}
}

export const shell = {
	openExternal: async (url: string) => record('shell.openExternal', url),
	openPath: async (path: string) => record('shell.openPath', path),
}
export const dialog = {
	showMessageBox: async (words: { cancelId?: number }) => {
		record('dialog.showMessageBox', words)
		return { response: appState.choices.shift() ?? words.cancelId ?? 0 }
	},
}
export const nativeTheme = { themeSource: 'system', shouldUseDarkColors: false }
export const nativeImage = { createFromPath: (path: string) => ({ path }) }
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
export const powerMonitor = new Emitter('shutdown')
export const protocol = { registerSchemesAsPrivileged: () => {} }
export { Menu, Tray } from './double-menu.ts'
export { net } from './double-net.ts'
export { ipcMain } from './double-preload.ts'
export { session } from './double-session.ts'
export { app, BrowserWindow, Notification }

handleTestRequests({
	openUrl: (url) => app.emit('open-url', { preventDefault: () => {} }, url),
	clickNotification: () => lastNotification?.emit('click'),
})
