import type { CDPSession, Download, Page } from '@playwright/test'
import { Emitter, isPrevented } from './double-events.ts'
import { addPreload, sendTo } from './double-preload.ts'
import { appState, fromChromium, record, type Session, session, toChromium } from './double-session.ts'

/* Part of the fake Electron (electron-double.ts): windows. Each is a real page of Chromium. Requests, including
   redirects, wait until the app's listeners have decided. */

type Bounds = { x: number; y: number; width: number; height: number }
type Options = Partial<Bounds> & { show?: boolean; modal?: boolean; parent?: BrowserWindow } & {
	webPreferences: { partition: string; preload?: string }
}
type OpenHandler = (details: { url: string }) => { action: 'deny' }

const NAVIGATIONS = ['will-navigate', 'will-frame-navigate', 'will-redirect', 'did-navigate', 'will-prevent-unload']
const INPUT = ['input-event']
const OUTCOMES = ['did-finish-load', 'did-fail-load']
/** Events that the app listens to and the fake never emits. */
const NEVER = ['will-attach-webview', 'render-process-gone']
/**
 * Chromium's ERR_FAILED stands for every failure. The app distinguishes only ERR_ABORTED, which the fake does not
 * emit.
 */
const FAILED = -2

class WebContents extends Emitter {
	private readonly ready: Promise<Page>
	private url = ''
	/** URL that the app itself is loading; any other load was started by the page. */
	private loading: string | null = null
	private openHandler: OpenHandler | undefined

	constructor(
		readonly session: Session,
		private readonly preload: string | undefined,
	) {
		super(...NAVIGATIONS, ...INPUT, ...OUTCOMES, ...NEVER)
		this.ready = this.open()
	}

	private async open() {
		const page = await (await this.session.context()).newPage()
		if (this.preload) await addPreload(page, this.preload, this)
		page.on('framenavigated', (frame) => {
			if (frame !== page.mainFrame() || frame.url().startsWith('chrome-error:')) return
			this.url = fromChromium(frame.url())
			this.emit('did-navigate')
		})
		page.on('load', () => {
			if (!page.url().startsWith('chrome-error:')) this.emit('did-finish-load')
		})
		page.on('requestfailed', (request) => {
			if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
			const words = request.failure()?.errorText ?? ''
			if (words !== 'net::ERR_ABORTED') this.emit('did-fail-load', {}, FAILED, words, fromChromium(request.url()), true)
		})
		page.on('popup', (popup) => void popup.close())
		page.on('dialog', (dialog) => {
			const mayGo = dialog.type() === 'beforeunload' && isPrevented(this, 'will-prevent-unload')
			void (mayGo ? dialog.accept() : dialog.dismiss()).catch(() => {})
		})
		await page.exposeBinding('__input', (_source, type: string) => void this.emit('input-event', {}, { type }))
		await page.addInitScript(() => {
			const { __input } = window as unknown as { __input(type: string): void }
			const tell = (type: string) => (event: Event) => event.isTrusted && __input(type)
			addEventListener('mousedown', tell('mouseDown'), true)
			addEventListener('keydown', tell('rawKeyDown'), true)
		})
		// Writes page errors to the test's report, because nothing else shows them.
		page.on('pageerror', (error) => process.stderr.write(`In ${this.url}: ${error.stack ?? error.message}\n`))
		const chromium = await page.context().newCDPSession(page)
		page.on('download', (download) => void this.download(chromium, download))
		await this.holdRequests(chromium)
		return page
	}

	/** Fetches and records a download that the app allows, without a save dialog. */
	private async download(chromium: CDPSession, download: Download) {
		// Not Playwright's `evaluate`, which counts as a user gesture.
		const { result } = await chromium.send('Runtime.evaluate', { expression: 'navigator.userActivation.isActive' })
		const item = Object.assign(new Emitter('updated', 'done'), {
			hasUserGesture: () => result.value === true,
			cancel: () => void download.cancel(),
		})
		if (isPrevented(this.session, 'will-download', {}, item)) {
			record('download refused', download.suggestedFilename())
			return await download.cancel()
		}
		record('download', download.suggestedFilename())
		const failure = await download.failure()
		item.emit('done', {}, failure === null ? 'completed' : 'cancelled')
	}

	private async holdRequests(chromium: CDPSession) {
		await chromium.send('Page.enable')
		const { frameTree } = await chromium.send('Page.getFrameTree')
		const schemes = [...this.session.schemes.keys()].map((scheme) => ({ urlPattern: `https://*.${scheme}.test/*` }))
		await chromium.send('Fetch.enable', { patterns: [{ resourceType: 'Document' as const }, ...schemes] })
		chromium.on('Page.windowOpen', ({ url }) => {
			if (this.openHandler?.({ url }).action !== 'deny') throw new Error('The double of Electron opens no windows')
		})
		// Chromium would pass such URLs (sms:) to the system without a request.
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
		const details = { url, isMainFrame }
		if (isRedirect) return !isPrevented(this, 'will-redirect', details)
		if (isMainFrame && this.loading === url) return true
		if (isPrevented(this, 'will-frame-navigate', details)) return false
		return !isMainFrame || !isPrevented(this, 'will-navigate', details)
	}

	async loadURL(url: string) {
		const page = await this.ready
		this.loading = url
		try {
			await page.goto(toChromium(url), { waitUntil: 'load' })
		} finally {
			if (this.loading === url) this.loading = null
		}
	}

	/** Runs `act` once the page exists; does nothing if the page closes first. */
	inPage = (act: (page: Page) => unknown) => void this.ready.then(act).catch(() => {})
	/** Closes the page unless the page prevents it. */
	leave(closed: () => void) {
		this.inPage((page) => {
			page.once('close', closed)
			return page.close({ runBeforeUnload: true })
		})
	}
	send = (channel: string, ...args: unknown[]) => this.inPage((page) => sendTo(page, channel, args))
	getURL = () => this.url
	setWindowOpenHandler = (handler: OpenHandler) => {
		this.openHandler = handler
	}
}

export class BrowserWindow extends Emitter {
	static readonly all: BrowserWindow[] = []
	private static focused: BrowserWindow | null = null
	private static lastId = 0

	readonly id = ++BrowserWindow.lastId
	readonly webContents: WebContents
	private state = { isVisible: true, isMinimized: false, isMaximized: false, isGone: false }
	private bounds: Bounds

	constructor(readonly options: Options) {
		super('ready-to-show', 'close', 'closed')
		const { x = 0, y = 0, width = 800, height = 600, show, webPreferences } = options
		this.webContents = new WebContents(session.fromPartition(webPreferences.partition), webPreferences.preload)
		this.bounds = { x, y, width, height }
		this.state.isVisible = show !== false
		BrowserWindow.all.push(this)
		this.webContents.inPage((page) => page.once('domcontentloaded', () => this.emit('ready-to-show')))
		this.place(this.bounds)
	}

	loadURL = (url: string) => this.webContents.loadURL(url)
	isDestroyed = () => this.state.isGone
	isVisible = () => this.state.isVisible
	isFocused = () => BrowserWindow.focused === this
	isMinimized = () => this.state.isMinimized
	isMaximized = () => this.state.isMaximized
	getNormalBounds = () => this.bounds
	setMenuBarVisibility = () => {}

	/** Moves and resizes the window like a user. */
	place(bounds: Bounds) {
		this.bounds = bounds
		this.webContents.inPage((page) => page.setViewportSize({ width: bounds.width, height: bounds.height }))
	}
	maximize() {
		this.state.isMaximized = true
	}
	/** Minimizes the window like a user. */
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
		this.focus()
	}
	hide() {
		this.state.isVisible = false
		this.blur()
	}
	focus() {
		if (this.state.isVisible) BrowserWindow.focused = this
	}
	private blur() {
		if (this.isFocused()) BrowserWindow.focused = null
	}
	close() {
		if (this.state.isGone) return
		if (isPrevented(this, 'close')) return appState.windowStays()
		this.webContents.leave(() => this.destroy())
	}
	destroy() {
		if (this.state.isGone) return
		this.state.isGone = true
		this.blur()
		BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1)
		for (const child of [...BrowserWindow.all]) if (child.options.parent === this) child.destroy()
		this.webContents.inPage((page) => page.close())
		this.emit('closed')
		if (BrowserWindow.all.length === 0) appState.allClosed()
	}
}
