import { spawn } from 'node:child_process'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { _electron } from '@playwright/test'
import { buildDesktopApp } from '../../scripts/desktop/app.ts'
import { findElectron } from '../../scripts/desktop/electron-binary.ts'
import { projectFolder } from '../../scripts/run.ts'
import { binary } from '../fixtures/instance.ts'
import type { DesktopApp, DesktopStart, Recorded } from './desktop-app.ts'

export const electronHere = findElectron()

let count = 0

/**
 * Runs the app under the real Electron. Effects outside the app (other programs, notifications) are recorded instead.
 */
export async function openUnderElectron({ userData, args = [] }: DesktopStart): Promise<DesktopApp> {
	const home = join(projectFolder, 'test-results/desktop', `${process.pid}-electron-${++count}`)
	const folder = join(home, 'desktop/app')
	await mkdir(home, { recursive: true })
	await buildDesktopApp(folder)
	await symlink(binary, join(home, basename(binary)))
	// Chromium refuses its sandbox as root, and containers have only root.
	const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
	const allArgs = (more: string[]) => [folder, ...asRoot, `--user-data-dir=${userData}`, ...more]
	const electron = await _electron.launch({ executablePath: electronHere, args: allArgs(args) })
	const child = electron.process()
	let log = ''
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (said) => {
			log += said
		})
	const ended = new Promise((resolve) => child.once('exit', resolve))
	await electron.evaluate(noteWhatLeaves)
	const clearUp = async () => {
		await ended
		await rm(home, { recursive: true, force: true })
	}

	return {
		pid: child.pid ?? 0,
		userData,
		pages: () => electron.windows(),
		windows: () =>
			electron.evaluate(({ BrowserWindow }) =>
				BrowserWindow.getAllWindows().map((window) => ({
					id: window.id,
					url: window.webContents.getURL(),
					isVisible: window.isVisible() && !window.isMinimized(),
					isFocused: window.isFocused(),
					bounds: window.getNormalBounds(),
					// Missing in Electron's types, but used in its own tests.
					preferences: (window.webContents as unknown as Preferring).getLastWebPreferences(),
				})),
			),
		close: ({ id }) => electron.evaluate(({ BrowserWindow }, one) => BrowserWindow.fromId(one)?.close(), id),
		minimize: ({ id }) => electron.evaluate(({ BrowserWindow }, one) => BrowserWindow.fromId(one)?.minimize(), id),
		place: ({ id }, bounds) =>
			electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.fromId(to.id)?.setBounds(to.bounds), { id, bounds }),
		chooseMenu: (id) =>
			electron.evaluate(({ Menu }, one) => {
				const item = [Menu.getApplicationMenu(), ...noted.trays.values()]
					.map((menu) => menu?.getMenuItemById(one))
					.find((found) => found)
				if (!item) throw new Error(`No menu has an item '${one}'`)
				item.click()
			}, id),
		clickNotification: () => electron.evaluate(() => void noted.notifications.at(-1)?.emit('click')),
		willChoose: (button) => electron.evaluate((_electron, one) => void noted.choices.push(one), button),
		hasTray: () => electron.evaluate(() => noted.trays.size > 0),
		recorded: async (call) =>
			(await electron.evaluate(() => noted.calls)).filter((one) => one.call === call).map((one) => one.args),
		cookies: ({ id }) =>
			electron.evaluate(
				async ({ BrowserWindow }, one) => (await BrowserWindow.fromId(one)?.webContents.session.cookies.get({})) ?? [],
				id,
			),
		openUrl: (url) =>
			electron.evaluate(({ app }, link) => void app.emit('open-url', { preventDefault: () => {} }, link), url),
		startAgain: async (more = []) => {
			const second = spawn(electronHere ?? '', allArgs(more), { stdio: 'ignore' })
			await new Promise((resolve) => second.once('exit', resolve))
		},
		quit: async () => {
			await electron.evaluate(({ app }) => app.quit()).catch(() => {})
			await clearUp()
		},
		kill: async () => {
			child.kill('SIGKILL')
			await clearUp()
		},
		ended,
		log: () => log,
	}
}

type Preferring = { getLastWebPreferences(): Record<string, unknown> }

declare const noted: {
	calls: Recorded[]
	notifications: Electron.Notification[]
	trays: Map<Electron.Tray, Electron.Menu | null>
	choices: number[]
}

function noteWhatLeaves({ app, dialog, Notification, shell, Tray }: typeof Electron.CrossProcessExports) {
	const here: typeof noted = { calls: [], notifications: [], trays: new Map(), choices: [] }
	Object.assign(globalThis, { noted: here })
	const note = (call: string, ...args: unknown[]) => void here.calls.push({ call, args })
	shell.openExternal = async (...args) => note('shell.openExternal', ...args)
	shell.openPath = async (...args) => {
		note('shell.openPath', ...args)
		return ''
	}
	dialog.showMessageBox = async (...args: unknown[]) => {
		const words = args.at(-1) as Electron.MessageBoxOptions
		note('dialog.showMessageBox', words)
		return { response: here.choices.shift() ?? words.cancelId ?? 0, checkboxChecked: false }
	}
	dialog.showErrorBox = (...args) => note('dialog.showErrorBox', ...args)
	const setBadgeCount = app.setBadgeCount.bind(app)
	app.setBadgeCount = (badge) => {
		note('app.setBadgeCount', badge)
		return setBadgeCount(badge)
	}
	Notification.prototype.show = function () {
		here.notifications.push(this)
		note('notification.show', { title: this.title, body: this.body })
	}
	const { setContextMenu, destroy } = Tray.prototype
	Tray.prototype.setContextMenu = function (menu) {
		here.trays.set(this, menu)
		setContextMenu.call(this, menu)
	}
	Tray.prototype.destroy = function () {
		here.trays.delete(this)
		destroy.call(this)
	}
}
