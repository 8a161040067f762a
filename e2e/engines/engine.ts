/** The common interface of three browser drivers: Playwright, WebDriver BiDi and WebDriver. Contains only what the walk needs. */
export type Engine = {
	newBrowser(options: BrowserOptions): Promise<EngineBrowser>
	close(): Promise<void>
}

export type BrowserOptions = { width: number; height: number; isDark?: boolean }

export type EngineBrowser = {
	newTab(): Promise<Tab>
	troubles: string[]
	close(): Promise<void>
}

export type Tab = {
	goto(address: string): Promise<void>
	reload(): Promise<void>
	back(): Promise<void>
	value(expression: string): Promise<unknown>
	click(point: Point): Promise<void>
	type(text: string): Promise<void>
	press(key: Key): Promise<void>
	screenshot(): Promise<Uint8Array>
}

export type Point = { x: number; y: number }
export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowRight' | 'ArrowDown'

/**
 * Runs first in each page. Drivers do not report policy violations, so the page logs them; and it skips the overlay of a first
 * visit, which takes 2 s.
 */
export const AT_START = `
	document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
		console.error('Content security policy: ' + violatedDirective + ' ' + blockedURI + ' ' + sample))
	try { sessionStorage.setItem('firstVisitOverlaySeen', 'true') } catch { /* about:blank has none */ }`
