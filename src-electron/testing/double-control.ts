import type { EventEmitter } from 'node:events'
import { Menu } from './double-menu.ts'
import { browser, recorded } from './double-session.ts'
import { BrowserWindow } from './double-window.ts'

/* Part of the double of Electron (electron-double.ts): what the test may ask, over the channel it started us with. */

type House = { app: EventEmitter; trays: Set<EventEmitter & { menu: Menu | null }>; notifications: EventEmitter[] }

export function answerTheTest({ app, trays, notifications }: House) {
	const answers: Record<string, (asked: string) => unknown> = {
		browser: async () => (await (await browser()).bind('backseat desktop')).endpoint,
		recorded: () => recorded,
		windows: () =>
			BrowserWindow.getAllWindows().map((window) => ({
				id: window.id,
				url: window.webContents.getURL(),
				isVisible: window.isVisible(),
				isFocused: window.isFocused(),
				isModal: window.isModal(),
				parent: window.getParentWindow()?.id ?? null,
				bounds: window.getNormalBounds(),
				preferences: window.options.webPreferences,
			})),
		choose: (id) => {
			const menus = [Menu.getApplicationMenu(), ...[...trays].map(({ menu }) => menu)]
			const item = menus.map((menu) => menu?.getMenuItemById(id)).find((found) => found)
			if (!item) throw new Error(`No menu has an item '${id}'`)
			item.click()
		},
		hasTray: () => trays.size > 0,
		clickTray: () => void [...trays][0]?.emit('click', {}),
		clickNotification: () => void notifications.at(-1)?.emit('click', {}),
		close: (id) => windowOf(id).close(),
		place: (asked) => {
			const { id, bounds } = JSON.parse(asked)
			windowOf(id).setBounds(bounds)
		},
		minimize: (id) => windowOf(id).minimize(),
		cookies: (id) => windowOf(id).webContents.session.cookies.get({}),
		openUrl: (url) => app.emit('open-url', { preventDefault: () => {} }, url),
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
	// Whoever started us is gone; so are we.
	process.on('disconnect', () => process.exit(1))
}
