import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'
import { fromChromium, house, record, type Session, session, toChromium } from './double-session.ts'

/*
 * Part of the double of Electron (electron-double.ts): windows. Each is a real page of Chromium; what a page tries to
 * load is held until the app's own listeners have had their say, redirects included.
 */

type Bounds = { x: number; y: number; width: number; height: number }
type Options = Partial<Bounds> & { show?: boolean; title?: string; modal?: boolean; parent?: BrowserWindow | null } & {
	webPreferences?: { partition?: string; session?: Session; preload?: string }
}
type OpenHandler = (details: { url: string; frameName: string; disposition: string }) => { action: 'allow' | 'deny' }
type IpcHandler = (event: unknown, ...args: unknown[]) => unknown

const ipcHandlers = new Map<string, IpcHandler>()
export const ipcMain = {
	handle: (channel: string, handler: IpcHandler) => void ipcHandlers.set(channel, handler),
}

/** An event that a listener can prevent. Answers whether one did. */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}, ...args: unknown[]): boolean {
	const event = {
		...details,
		defaultPrevented: false,
		preventDefault() {
			event.defaultPrevented = true
		},
	}
	emitter.emit(name, event, ...args)
	return event.defaultPrevented
}

const ERRORS: Record<string, number> = { ERR_FAILED: -2, ERR_ABORTED: -3, ERR_CONNECTION_REFUSED: -102 }
let lastId = 0

class WebContents extends EventEmitter {
	readonly id = ++lastId
	readonly ready: Promise<Page>
	url = ''
	title = ''
	isGone = false
	/** What the app itself loads; anything else is the page's own idea. */
	private loading: string | null = null
	private openHandler: OpenHandler = () => ({ action: 'allow' })
	private page: Page | undefined

	constructor(
		readonly session: Session,
		private readonly preload: string | undefined,
	) {
		super()
		this.ready = this.open()
	}

	get mainFrame() {
		return { url: this.url, parent: null }
	}

	private async open() {
		const page = await (await this.session.context()).newPage()
		this.page = page
		if (this.preload) {
			await page.exposeBinding('__invoke', async ({ frame }, channel: string, args: unknown[]) => {
				const senderFrame = { url: fromChromium(frame.url()), parent: frame.parentFrame() }
				const handler = ipcHandlers.get(channel)
				if (!handler) throw new Error(`No handler registered for '${channel}'`)
				return await handler({ sender: this, senderFrame }, ...args)
			})
			await page.addInitScript(preloadInPage, { source: readFileSync(this.preload, 'utf8') })
		}
		page.on('framenavigated', (frame) => {
			if (frame !== page.mainFrame() || frame.url().startsWith('chrome-error:')) return
			this.url = fromChromium(frame.url())
			this.emit('did-navigate', {}, this.url)
		})
		page.on('load', async () => {
			if (page.url().startsWith('chrome-error:')) return
			this.title = await page.title().catch(() => '')
			this.emit('page-title-updated', {}, this.title, true)
			this.emit('did-finish-load', {})
		})
		page.on('domcontentloaded', () => this.emit('dom-ready', {}))
		page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }))
		page.on('requestfailed', (request) => {
			if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
			const words = request.failure()?.errorText.replace(/^net::/, '') ?? 'ERR_FAILED'
			const failed = [{}, ERRORS[words] ?? -1, words, fromChromium(request.url()), true]
			this.emit('did-fail-provisional-load', ...failed)
			if (words !== 'ERR_ABORTED') this.emit('did-fail-load', ...failed)
		})
		page.on('popup', (popup) => void popup.close())
		page.on('close', () => this.emit('destroyed', {}))
		await this.holdRequests(await page.context().newCDPSession(page))
		return page
	}

	private async holdRequests(chromium: CDPSession) {
		await chromium.send('Page.enable')
		const { frameTree } = await chromium.send('Page.getFrameTree')
		const schemes = [...this.session.schemes.keys()].map((scheme) => ({ urlPattern: `https://*.${scheme}.test/*` }))
		await chromium.send('Fetch.enable', { patterns: [{ resourceType: 'Document' as const }, ...schemes] })
		chromium.on('Page.windowOpen', ({ url, windowName }) => {
			const { action } = this.openHandler({ url, frameName: windowName, disposition: 'foreground-tab' })
			record('window.open', url, action)
		})
		// What Chromium would hand to the system (sms:) is no request.
		chromium.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
			if (disposition !== 'currentTab' || /^(https?|data|blob|about|file|javascript):/.test(url)) return
			this.mayLoad(url, frameId === frameTree.frame.id, false)
		})
		chromium.on('Fetch.requestPaused', async ({ requestId, request, frameId, redirectedRequestId, resourceType }) => {
			const url = fromChromium(request.url)
			const isMainFrame = frameId === frameTree.frame.id
			if (resourceType === 'Document' && !this.mayLoad(url, isMainFrame, redirectedRequestId !== undefined))
				return await chromium.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => {})
			const handler = this.session.schemes.get(new URL(url).protocol.slice(0, -1))
			if (!handler) return await chromium.send('Fetch.continueRequest', { requestId }).catch(() => {})
			const answer = await handler(new Request(url, { method: request.method }))
			const responseHeaders = [...answer.headers].map(([name, value]) => ({ name, value }))
			const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
			await chromium
				.send('Fetch.fulfillRequest', { requestId, responseCode: answer.status, responseHeaders, body })
				.catch(() => {})
		})
	}

	private mayLoad(url: string, isMainFrame: boolean, isRedirect: boolean): boolean {
		const details = { url, isMainFrame, isSameDocument: false, initiator: this.mainFrame }
		if (isRedirect) return !isPrevented(this, 'will-redirect', details, url)
		if (isMainFrame && this.loading === url) return true
		if (isPrevented(this, 'will-frame-navigate', details)) return false
		return !isMainFrame || !isPrevented(this, 'will-navigate', details, url)
	}

	async loadURL(url: string) {
		const page = await this.ready
		this.loading = url
		this.emit('did-start-loading')
		try {
			await page.goto(toChromium(url), { waitUntil: 'load' })
		} finally {
			if (this.loading === url) this.loading = null
		}
	}

	reload() {
		this.loading = this.url
		void this.page?.reload().catch(() => {})
	}

	send(channel: string, ...args: unknown[]) {
		const tell = (page: Page) =>
			page.evaluate(([name, given]) => dispatchEvent(new CustomEvent(`ipc ${name}`, { detail: given })), [
				channel,
				args,
			] as const)
		void this.ready.then(tell).catch(() => {})
	}

	setWindowOpenHandler = (handler: OpenHandler) => {
		this.openHandler = handler
	}
	getURL = () => this.url
	getTitle = () => this.title
	isDestroyed = () => this.isGone
	isLoading = () => this.loading !== null
}

/** Runs in the page, before its own scripts; in Electron the preload lives in a world of its own. */
function preloadInPage({ source }: { source: string }) {
	type Bridge = Window & { __invoke(channel: string, args: unknown[]): Promise<unknown> }
	const { __invoke } = window as unknown as Bridge
	const ipcRenderer = {
		invoke: (channel: string, ...args: unknown[]) => __invoke(channel, args),
		on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
			addEventListener(`ipc ${channel}`, (event) => listener({}, ...(event as CustomEvent).detail)),
	}
	const contextBridge = {
		exposeInMainWorld: (name: string, api: object) => Object.defineProperty(window, name, { value: api }),
	}
	const [, host, scheme] = location.hostname.match(/^(.*)\.([a-z-]+)\.test$/) ?? ['', location.host, 'https']
	const shown = { protocol: `${scheme}:`, host, pathname: location.pathname, origin: `${scheme}://${host}` }
	const href = `${shown.origin}${shown.pathname}`
	const module = { exports: {} }
	new Function('require', 'location', 'module', 'exports', source)(
		() => ({ contextBridge, ipcRenderer }),
		{ ...shown, href },
		module,
		module.exports,
	)
}

export class BrowserWindow extends EventEmitter {
	static readonly all: BrowserWindow[] = []
	static focused: BrowserWindow | null = null
	static getAllWindows = () => [...BrowserWindow.all]
	static getFocusedWindow = () => BrowserWindow.focused
	static fromWebContents = (contents: unknown) => BrowserWindow.all.find((one) => one.webContents === contents) ?? null

	readonly webContents: WebContents
	readonly id: number
	private state = { isVisible: true, isMinimized: false, isMaximized: false, isGone: false }
	private bounds: Bounds

	constructor(readonly options: Options = {}) {
		super()
		const { partition, session: given, preload } = options.webPreferences ?? {}
		this.webContents = new WebContents(given ?? session.fromPartition(partition ?? 'persist:default'), preload)
		this.id = this.webContents.id
		this.bounds = { x: 0, y: 0, width: 800, height: 600, ...pick(options) }
		this.state.isVisible = options.show !== false
		BrowserWindow.all.push(this)
		record('new BrowserWindow', { ...options, parent: options.parent?.id ?? null })
		house.created(this)
		this.webContents.once('dom-ready', () => setTimeout(() => this.emit('ready-to-show', {})))
		this.webContents.on('page-title-updated', (event, ...args) => this.emit('page-title-updated', event, ...args))
		void this.fit()
	}

	private async fit() {
		const page = await this.webContents.ready
		await page.setViewportSize({ width: this.bounds.width, height: this.bounds.height })
	}

	loadURL = (url: string) => this.webContents.loadURL(url)
	reload = () => this.webContents.reload()
	getTitle = () => this.webContents.title || (this.options.title ?? '')
	isDestroyed = () => this.state.isGone
	isVisible = () => this.state.isVisible
	isFocused = () => BrowserWindow.focused === this
	isMinimized = () => this.state.isMinimized
	isMaximized = () => this.state.isMaximized
	getParentWindow = () => this.options.parent ?? null
	isModal = () => this.options.modal === true
	getBounds = () => ({ ...this.bounds })
	getNormalBounds = () => ({ ...this.bounds })
	setMenuBarVisibility = () => {}

	setBounds(bounds: Partial<Bounds>) {
		this.bounds = { ...this.bounds, ...bounds }
		void this.fit()
		this.emit('resize', {})
		this.emit('move', {})
	}
	maximize() {
		this.state.isMaximized = true
		this.emit('maximize', {})
	}
	minimize() {
		this.state.isMinimized = true
		this.blur()
	}
	restore() {
		this.state.isMinimized = false
		this.show()
	}
	show() {
		this.state.isVisible = true
		this.emit('show', {})
		this.focus()
	}
	hide() {
		this.state.isVisible = false
		this.blur()
		this.emit('hide', {})
	}
	focus() {
		if (BrowserWindow.focused === this || !this.state.isVisible) return
		BrowserWindow.focused?.blur()
		BrowserWindow.focused = this
		this.emit('focus', {})
	}
	blur() {
		if (BrowserWindow.focused !== this) return
		BrowserWindow.focused = null
		this.emit('blur', {})
	}
	close() {
		if (!this.state.isGone && !isPrevented(this, 'close')) this.destroy()
	}
	destroy() {
		if (this.state.isGone) return
		this.state.isGone = this.webContents.isGone = true
		this.blur()
		BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1)
		for (const child of BrowserWindow.getAllWindows()) if (child.options.parent === this) child.destroy()
		void this.webContents.ready.then((page) => page.close()).catch(() => {})
		this.emit('closed', {})
		if (BrowserWindow.all.length === 0) house.allClosed()
	}
}

function pick({ x, y, width, height }: Options): Partial<Bounds> {
	return Object.fromEntries(Object.entries({ x, y, width, height }).filter(([, value]) => value !== undefined))
}
