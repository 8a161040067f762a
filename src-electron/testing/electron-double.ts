import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { handleTestRequests } from './double-control.ts'
import { Emitter, isPrevented } from './double-events.ts'
import { appState, browser, closeBrowser, record } from './double-session.ts'
import { BrowserWindow } from './double-window.ts'
import { takeLock } from './single-instance.ts'

/*
 * A recording fake of the `electron` module, for machines without Electron. The shipped main.cjs runs under it unchanged.
 * Its windows are pages of a real Chromium, and its partitions are separate browser contexts. Effects on the system
 * (notifications, message boxes, the badge, other programs) are recorded for the test; menus and the tray can be operated.
 *
 * Implements only what the app uses: app, BrowserWindow with webContents, session.fromPartition, protocol, ipcMain, Menu,
 * Tray, Notification, shell, dialog, nativeTheme, nativeImage, powerMonitor, screen, net.request. Other calls and listeners
 * for other events throw.
 *
 * Behaves like Electron: navigation, redirects and new windows wait for the app's decision; downloads; pages that object to
 * being closed; cookies and storage per partition; custom schemes; one instance per data folder; child processes that end
 * when this process is killed.
 *
 * Cannot prove:
 * - Chromium's sandbox, context isolation and fuses
 * - that a custom scheme is a secure origin: it is https://{host}.{scheme}.test here, with a fake `location` in the preload
 * - permission requests other than for notifications, and all permission checks: their handlers are never called
 * - that the app's theme follows the system
 * - that Electron, like Chromium, distinguishes a tap from a script's click
 * - where a download is saved
 * - the app's events for a shutdown, a client certificate, a click on its icon and a crashed page; the reason of a failed load
 * - the appearance of menus, tray, notifications and windows
 * - focus, badge and protocol registration on a real desktop
 * - updates and installers
 * - anything on Windows
 *
 * A new window that the app denies opens in Chromium and is closed at once; Electron opens none.
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
	getPreferredSystemLanguages = () => ['en-GB']
	commandLine = { appendSwitch: (name: string, value: string) => record('commandLine.appendSwitch', name, value) }
	relaunch = (options: object) => record('app.relaunch', options)
	getVersion = () => manifest.version
	setAppUserModelId = () => {}
	setAboutPanelOptions = () => {}
	setBadgeCount = (count: number) => record('app.setBadgeCount', count)
}

const LINKS = ['open-url', 'second-instance']
/** Events that the app listens to and the fake never emits. */
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
