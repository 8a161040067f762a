import { app, type BrowserWindow, dialog, Notification, nativeImage, shell as system } from 'electron'
import type { Desktop } from '#desktop/desktop.ts'
import type { Places } from '#desktop/places.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import type { Shell } from '#desktop/shell/shell.ts'
import { createOutsideOpener } from '#desktop/window/outside-opener.ts'
import { createNativeMenu } from './native-menu.ts'
import { openProductWindow } from './product-window.ts'
import { createShellWindows } from './shell-windows.ts'

/** Electron as the shell sees it. `shell` is asked late: it needs this first. */
export function createElectronDesktop(house: {
	places: Places
	settings: SettingsFile
	answerPage(request: Request): Promise<Response>
	shell(): Shell
}): Desktop {
	const { places, settings, shell } = house
	const icon = nativeImage.createFromPath(places.icon)
	const openOutside = createOutsideOpener({ open: (url) => system.openExternal(url) })
	/** Those on the screen would else be collected, and their clicks with them. */
	const notifications = new Set<Notification>()
	let frame: BrowserWindow | null = null

	const menu = createNativeMenu({ trayIcon: places.trayIcon, choose: (choice) => shell().choose(choice) })
	const pages = createShellWindows({
		preload: places.preload,
		icon: places.icon,
		answer: house.answerPage,
		parent: () => (frame && !frame.isDestroyed() && frame.isVisible() ? frame : null),
		state: () => shell().state(),
		act: (action) => shell().act(action),
		onLastClosing: () => {
			// A product window whose page never came was never shown, and would keep the app going without anybody seeing it.
			if (frame && !frame.isDestroyed() && !frame.isVisible() && !frame.isMinimized()) frame.close()
		},
	})

	return {
		async openProduct(wish) {
			const opened = await openProductWindow(wish, {
				icon: places.icon,
				openOutside,
				place: {
					read: () => settings.current().windowPlace,
					remember: (windowPlace) => settings.change({ windowPlace }),
				},
			})
			frame = opened.frame
			return opened.product
		},
		showPage: pages.show,
		closePage: pages.close,
		tell: (state) => {
			menu.update(state)
			pages.tell(state)
		},
		setBadge: (count) => {
			app.setBadgeCount(count)
			if (process.platform !== 'win32' || !frame || frame.isDestroyed()) return
			frame.setOverlayIcon(
				count > 0 ? nativeImage.createFromPath(places.overlayIcon) : null,
				count > 0 ? 'New ratings' : '',
			)
		},
		notify: (words, onClick) => {
			const notification = new Notification({ ...words, icon })
			notifications.add(notification)
			notification.on('click', onClick)
			for (const end of ['click', 'close', 'failed'] as const)
				notification.on(end as 'close', () => notifications.delete(notification))
			notification.show()
		},
		warn: ({ title, body }) =>
			void dialog.showMessageBox({ type: 'warning', title: 'Backseat', message: title, detail: body }),
		open: (path) => system.openPath(path),
		quit: () => app.quit(),
	}
}
