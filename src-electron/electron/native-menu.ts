import { app, Menu, nativeImage, Tray } from 'electron'
import { appMenu, type LanguageChoice, type MenuChoice, trayMenu, withNamedRoles } from '#desktop/menu/app-menu.ts'
import type { ShellState } from '#desktop/shell/bridge.ts'

export function createNativeMenu({
	trayIcon,
	languages,
	choose,
}: {
	trayIcon: string
	languages(): LanguageChoice
	choose(choice: MenuChoice): void
}) {
	let tray: Tray | null = null
	let shown = ''

	const showTray = ({ isLan, server }: ShellState) => {
		const isRunning = server.kind === 'running'
		const address = isRunning ? server.lanAddress : null
		if (!tray) {
			tray = new Tray(nativeImage.createFromPath(trayIcon))
			tray.setToolTip('Backseat')
			tray.on('click', () => choose('show'))
		}
		tray.setContextMenu(Menu.buildFromTemplate(trayMenu({ isLan, isRunning, address, choose })))
	}

	return {
		update(state: ShellState) {
			const { server, riding, isLan, keepServing, mayNotify } = state
			// Rebuilding an open menu closes it under the pointer, so rebuild only on changes.
			const now = JSON.stringify([
				server.kind === 'running' ? server.lanAddress : server.kind,
				riding,
				isLan,
				keepServing,
				mayNotify,
				languages().chosen,
			])
			if (now === shown) return
			shown = now
			const menu = appMenu({
				platform: process.platform,
				productName: 'Backseat',
				isDevelopment: !app.isPackaged,
				riding,
				isLan,
				keepServing,
				mayNotify,
				languages: languages(),
				choose,
			})
			Menu.setApplicationMenu(Menu.buildFromTemplate(withNamedRoles(menu, process.platform)))
			if (keepServing) showTray(state)
			else {
				tray?.destroy()
				tray = null
			}
		},
	}
}
