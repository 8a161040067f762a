import { BrowserWindow, nativeTheme, net, screen, session } from 'electron'
import { DESKTOP_COOKIE } from '#contract/start-problems.ts'
import type { ProductWindow, ProductWindowOptions } from '#desktop/desktop.ts'
import type { WindowPlace } from '#desktop/settings/settings-file.ts'
import { createPageHealth } from '#desktop/window/page-health.ts'
import { createDownloads } from '#desktop/window/page-rules.ts'
import { placeOnScreens } from '#desktop/window/window-place.ts'
import { httpGetter } from './http-get.ts'
import { guardPage, guardSession } from './page-guard.ts'

type Dependencies = {
	icon: string
	openOutside(url: string): unknown
	place: { read(): WindowPlace | null; remember(place: WindowPlace): void }
}

/** Resolves when the window exists, before its page has loaded. */
export async function openProductWindow(
	{ base, path, partition, secret, notifications, onFailed, onClose, onClosed }: ProductWindowOptions,
	{ icon, openOutside, place }: Dependencies,
): Promise<{ product: ProductWindow; browserWindow: BrowserWindow }> {
	const ownSession = session.fromPartition(partition)
	const downloads = createDownloads()
	guardSession(ownSession, base, { notifications, downloads })
	if (secret)
		await ownSession.cookies.set({
			url: base,
			name: DESKTOP_COOKIE,
			value: secret,
			path: '/',
			httpOnly: true,
			sameSite: 'strict',
		})

	const { isMaximized, ...bounds } = placeOnScreens(
		place.read(),
		screen.getAllDisplays().map(({ workArea }) => workArea),
	)
	const window = new BrowserWindow({
		...bounds,
		minWidth: 380,
		minHeight: 520,
		title: 'Backseat',
		icon,
		show: false,
		// Background until the first paint: the product's page colour in both themes.
		backgroundColor: nativeTheme.shouldUseDarkColors ? '#14121C' : '#FFF6E5',
		webPreferences: {
			partition,
			sandbox: true,
			contextIsolation: true,
			nodeIntegration: false,
			webSecurity: true,
			webviewTag: false,
			spellcheck: false,
			navigateOnDragDrop: false,
		},
	})
	const page = window.webContents
	guardPage(page, base, openOutside)
	page.on('input-event', (_event, { type }) => downloads.input(type))
	if (isMaximized) window.maximize()

	const health = createPageHealth({ onFailed, onFirstSeen: () => window.show(), reload: () => reload() })
	page.on('did-fail-load', (_event, code, _words, _url, isMainFrame) => isMainFrame && health.loadFailed(code))
	page.on('will-redirect', ({ defaultPrevented, isMainFrame }) => {
		if (defaultPrevented && isMainFrame) health.redirectRefused()
	})
	page.on('render-process-gone', (_event, { reason }) => {
		if (reason !== 'clean-exit' && !window.isDestroyed()) health.crashed()
	})
	page.on('did-navigate', health.arrived)
	page.on('did-finish-load', health.finished)

	const rememberPlace = () => place.remember({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
	window.on('close', (event) => {
		rememberPlace()
		if (onClose() === 'close') return
		event.preventDefault()
		window.hide()
	})
	window.on('closed', onClosed)

	const load = (url: string) => {
		page.loadURL(url).catch(() => {})
	}
	const reload = () => load(page.getURL().startsWith(base) ? page.getURL() : base)
	const show = () => {
		if (window.isMinimized()) window.restore()
		window.show()
		window.focus()
	}
	load(base + path)

	const getWithCookies = httpGetter((options) => net.request(options), { session: ownSession, credentials: 'include' })
	const product: ProductWindow = {
		base,
		isOwn: secret !== null,
		navigate: (to) => {
			load(base + to)
			show()
		},
		show,
		reloadIfFailed: () => {
			if (health.isBroken()) reload()
		},
		isFocused: () => window.isFocused(),
		ask: (to, signal) => getWithCookies(base + to, signal),
		destroy: () => {
			if (window.isDestroyed()) return
			rememberPlace()
			window.destroy()
		},
	}
	return { product, browserWindow: window }
}
