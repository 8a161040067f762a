import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerTheTest } from './double-control.ts'
import { Menu } from './double-menu.ts'
import { browser, closeBrowser, house, record, session } from './double-session.ts'
import { BrowserWindow, isPrevented } from './double-window.ts'
import { takeLock } from './single-instance.ts'

/*
 * A recording double of the `electron` module, for machines that have no Electron. The main.cjs that ships runs under it
 * unchanged; its windows are pages of a real Chromium, its partitions browser contexts of their own. What it is asked to
 * show outside a window (menus, tray, notifications, dialogs, other programs) is written down for the test to read.
 *
 * It knows: app, BrowserWindow with webContents, session.fromPartition, protocol, ipcMain, Menu, Tray, Notification,
 * shell, dialog, nativeTheme, nativeImage, powerMonitor, screen, net.fetch; of each what the app uses. Anything else is
 * missing and fails loudly. For real: navigation, redirects and new windows held until the app decides; cookies and storage
 * for each partition; custom schemes; one instance for each data folder; what ends when this process is killed.
 *
 * It cannot prove: Chromium's sandbox, context isolation and fuses; that a custom scheme is a secure origin (it is
 * https://{host}.{scheme}.test here, and the preload sees a `location` made up for it); that a page's wish for a permission
 * is put to the app, and that its theme follows the system (both are taken and not used); how menus, tray, notifications and
 * windows look; what a desktop does with focus, badge and protocol registration; updates and installers. A new window that
 * the app denies opens in Chromium and is closed at once, where Electron opens none.
 */

const argument = (name: string) =>
	process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
const appPath = join(process.argv[1] ?? '.', '..')
const manifest: { name?: string; productName?: string; version?: string } = JSON.parse(
	readFileSync(join(appPath, 'package.json'), 'utf8'),
)
house.userData = argument('user-data-dir') || join(appPath, 'user-data')

let isQuitting = false
let handedOver: Promise<void> | undefined

class App extends EventEmitter {
	name = manifest.productName ?? manifest.name ?? 'double'
	readonly isPackaged = false
	readonly commandLine = {
		getSwitchValue: argument,
		hasSwitch: (name: string) => process.argv.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
		appendSwitch: (...switched: string[]) => record('app.commandLine.appendSwitch', ...switched),
	}
	private starting: Promise<void> | undefined

	whenReady() {
		this.starting ??= browser().then(() => void this.emit('ready', {}))
		return this.starting
	}
	requestSingleInstanceLock() {
		const lock = takeLock(house.userData, process.argv, (argv, folder) =>
			this.emit('second-instance', {}, argv, folder),
		)
		handedOver = lock.handedOver
		return lock.isOurs
	}
	quit() {
		isQuitting = !isPrevented(this, 'before-quit')
		if (!isQuitting) return
		for (const window of BrowserWindow.getAllWindows()) window.close()
		if (BrowserWindow.all.length === 0) this.end()
		else isQuitting = false
	}
	private end() {
		if (isPrevented(this, 'will-quit')) return
		this.emit('quit', {}, 0)
		this.exit(0)
	}
	exit(code = 0) {
		void Promise.allSettled([handedOver, closeBrowser()]).then(() => process.exit(code))
	}
	allClosed() {
		if (isQuitting) return
		if (!this.emit('window-all-closed')) this.quit()
	}

	getPath = (name: string) => (name === 'userData' ? house.userData : join(house.userData, name))
	getAppPath = () => appPath
	getName = () => this.name
	getVersion = () => manifest.version ?? '0.0.0'
	setAsDefaultProtocolClient = recordAs('app.setAsDefaultProtocolClient', true)
	setAppUserModelId = recordAs('app.setAppUserModelId')
	setBadgeCount = recordAs('app.setBadgeCount', true)
}

/** A call that is only written down. */
function recordAs<T = void>(call: string, answer?: T) {
	return (...args: unknown[]) => {
		record(call, ...args)
		return answer as T
	}
}

const app = new App()
house.created = ({ webContents }) => app.emit('web-contents-created', {}, webContents)
house.allClosed = () => app.allClosed()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit())

class Tray extends EventEmitter {
	static readonly all = new Set<Tray>()
	menu: Menu | null = null
	constructor(picture: unknown) {
		super()
		Tray.all.add(this)
		record('new Tray', picture)
	}
	setContextMenu(menu: Menu | null) {
		this.menu = menu
	}
	setToolTip = recordAs('tray.setToolTip')
	destroy() {
		Tray.all.delete(this)
		record('tray.destroy')
	}
}

class Notification extends EventEmitter {
	static readonly shown: Notification[] = []
	constructor(readonly options: { title?: string; body?: string } = {}) {
		super()
	}
	show() {
		Notification.shown.push(this)
		record('notification.show', { title: this.options.title, body: this.options.body })
		this.emit('show', {})
	}
}

const workArea = { x: 0, y: 0, width: 1920, height: 1080 }

export const shell = {
	openExternal: recordAs('shell.openExternal', Promise.resolve()),
	openPath: recordAs('shell.openPath', Promise.resolve('')),
}
export const dialog = {
	showErrorBox: recordAs('dialog.showErrorBox'),
	showMessageBox: recordAs('dialog.showMessageBox', Promise.resolve({ response: 0, checkboxChecked: false })),
}
export const nativeTheme = Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false })
export const nativeImage = { createFromPath: (path: string) => ({ path }) }
export const screen = { getAllDisplays: () => [{ id: 1, bounds: workArea, workArea, scaleFactor: 1 }] }
export const powerMonitor = new EventEmitter()
export const net = { fetch, isOnline: () => true }
export const protocol = {
	registerSchemesAsPrivileged: recordAs('protocol.registerSchemesAsPrivileged'),
}
export { ipcMain } from './double-window.ts'
export { app, BrowserWindow, Menu, Notification, session, Tray }

answerTheTest({ app, trays: Tray.all, notifications: Notification.shown })
