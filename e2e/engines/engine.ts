/** What three ways of driving a browser have in common: Playwright, WebDriver BiDi and WebDriver. The walk asks for no more. */
export type Engine = {
	/** A browser of one person: their own cookies and storage. */
	newBrowser(options: BrowserOptions): Promise<EngineBrowser>
	close(): Promise<void>
}

export type BrowserOptions = { width: number; height: number; isDark?: boolean }

export type EngineBrowser = {
	newTab(): Promise<Tab>
	/** Errors in the console, exceptions, breaches of the content security policy. */
	troubles: string[]
	close(): Promise<void>
}

export type Tab = {
	goto(address: string): Promise<void>
	reload(): Promise<void>
	back(): Promise<void>
	/** The value of a JavaScript expression in the page, awaited, as JSON. */
	value(expression: string): Promise<unknown>
	/** Presses the mouse's button at a point of the window. */
	click(point: Point): Promise<void>
	type(text: string): Promise<void>
	press(key: Key): Promise<void>
	screenshot(): Promise<Uint8Array>
}

export type Point = { x: number; y: number }
export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowRight' | 'ArrowDown'

/**
 * Runs before everything else in each page. Browsers say no breach of the policy where a driver hears it, so the page does;
 * and the overlay of a first visit would take 2 s.
 */
export const AT_START = `
	document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
		console.error('Content security policy: ' + violatedDirective + ' ' + blockedURI + ' ' + sample))
	try { sessionStorage.setItem('firstVisitOverlaySeen', 'true') } catch { /* about:blank has none */ }`
