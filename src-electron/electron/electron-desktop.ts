import { app, type BrowserWindow, dialog, Notification, nativeImage, shell as system } from 'electron'
import { languageTagged, offeredLanguages } from '#contract/languages.ts'
import { t } from '#contract/text.ts'
import type { AppPaths } from '#desktop/app-paths.ts'
import type { Desktop } from '#desktop/desktop.ts'
import { deepLinkIn } from '#desktop/links/deep-link.ts'
import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import type { Shell } from '#desktop/shell/shell.ts'
import { createOutsideOpener } from '#desktop/window/page-rules.ts'
import { createNativeMenu } from './native-menu.ts'
import { openProductWindow } from './product-window.ts'
import { createShellWindows } from './shell-windows.ts'

/** `shell` is read lazily, because the shell needs the desktop first. */
export function createElectronDesktop(dependencies: {
	paths: AppPaths
	settings: SettingsFile
	answerPage(request: Request): Promise<Response>
	shell(): Shell
}): Desktop {
	const { paths, settings, shell } = dependencies
	const icon = nativeImage.createFromPath(paths.icon)
	const openOutside = createOutsideOpener({ open: (url) => system.openExternal(url) })
	/** Keeps shown notifications from being garbage collected together with their click handlers. */
	const notifications = new Set<Notification>()
	let productFrame: BrowserWindow | null = null

	const menu = createNativeMenu({
		trayIcon: paths.trayIcon,
		languages: () => ({
			offered: offeredLanguages,
			chosen: languageTagged(settings.current().language)?.tag ?? null,
			choose: (tag) => void shell().chooseLanguage(tag),
		}),
		choose: (choice) => shell().choose(choice),
	})
	const pages = createShellWindows({
		preload: paths.preload,
		icon: paths.icon,
		answer: dependencies.answerPage,
		parent: () => (productFrame && !productFrame.isDestroyed() && productFrame.isVisible() ? productFrame : null),
		state: () => shell().state(),
		act: (action) => shell().act(action),
		onLastClosing: () => {
			// A product window whose page never loaded was never shown; it would keep the app running invisibly.
			if (productFrame && !productFrame.isDestroyed() && !productFrame.isVisible() && !productFrame.isMinimized())
				productFrame.close()
		},
	})

	return {
		async openProduct(options) {
			const opened = await openProductWindow(options, {
				icon: paths.icon,
				openOutside,
				place: {
					read: () => settings.current().windowPlace,
					remember: (windowPlace) => settings.change({ windowPlace }),
				},
			})
			productFrame = opened.browserWindow
			return opened.product
		},
		showPage: pages.show,
		closePage: pages.close,
		showState: (state) => {
			menu.update(state)
			pages.showState(state)
		},
		setBadge: (count) => {
			app.setBadgeCount(count)
			if (process.platform !== 'win32' || !productFrame || productFrame.isDestroyed()) return
			productFrame.setOverlayIcon(
				count > 0 ? nativeImage.createFromPath(paths.overlayIcon) : null,
				count > 0 ? t('New ratings') : '',
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
		ask: async ({ title, body, yes, no }) => {
			const { response } = await dialog.showMessageBox({
				type: 'question',
				title: 'Backseat',
				message: title,
				detail: body,
				buttons: [yes, no],
				defaultId: 1,
				cancelId: 1,
				noLink: true,
			})
			return response === 0
		},
		open: (path) => system.openPath(path),
		startAgain: () => {
			app.relaunch({
				// An AppImage runs from a folder that goes away with it.
				execPath: process.env.APPIMAGE ?? process.execPath,
				args: process.argv.slice(1).filter((argument) => !deepLinkIn([argument])),
			})
			app.quit()
		},
		quit: () => app.quit(),
	}
}
