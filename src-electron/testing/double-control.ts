import { Menu, Tray } from './double-menu.ts'
import { appState, browser, recorded } from './double-session.ts'
import { BrowserWindow } from './double-window.ts'

/* Part of the fake Electron (electron-double.ts): commands that the test sends over the process's IPC channel. */

type TestActions = { openUrl(url: string): void; clickNotification(): void }

export function handleTestRequests({ openUrl, clickNotification }: TestActions) {
	const answers: Record<string, (asked: string) => unknown> = {
		browser: async () => (await (await browser()).bind('backseat desktop')).endpoint,
		recorded: () => recorded,
		windows: () =>
			BrowserWindow.all.map((window) => ({
				id: window.id,
				url: window.webContents.getURL(),
				isVisible: window.isVisible(),
				isFocused: window.isFocused(),
				bounds: window.getNormalBounds(),
				preferences: window.options.webPreferences,
			})),
		choose: (id) => {
			const menus = [Menu.application, ...[...Tray.all].map(({ menu }) => menu)]
			if (!menus.some((menu) => menu?.choose(id))) throw new Error(`No menu has an item '${id}'`)
		},
		hasTray: () => Tray.all.size > 0,
		clickNotification,
		willChoose: (button) => void appState.choices.push(Number(button)),
		close: (id) => windowOf(id).close(),
		place: (asked) => {
			const { id, bounds } = JSON.parse(asked)
			windowOf(id).place(bounds)
		},
		minimize: (id) => windowOf(id).minimize(),
		cookies: async (id) => (await windowOf(id).webContents.session.context()).cookies(),
		openUrl,
	}
	const windowOf = (id: string | number) => {
		const window = BrowserWindow.all.find((one) => one.id === Number(id))
		if (!window) throw new Error(`No window ${id}`)
		return window
	}
	process.on('message', async ({ number, ask, about }: { number: number; ask: string; about: string }) => {
		try {
			process.send?.({ number, answer: await answers[ask]?.(about) })
		} catch (error) {
			process.send?.({ number, error: String(error) })
		}
	})
	// The test's process has ended, so this one ends too.
	process.on('disconnect', () => process.exit(1))
}
