/**
 * Simulates Chrome with site data blocked, where accessing localStorage throws. Returns a function that ends this.
 */
export function blockStorage() {
	const { localStorage, sessionStorage } = window
	const get = () => {
		throw new DOMException('Access is denied for this document.', 'SecurityError')
	}
	for (const name of ['localStorage', 'sessionStorage'])
		Object.defineProperty(window, name, { configurable: true, get })
	return () =>
		Object.defineProperties(window, {
			localStorage: { configurable: true, value: localStorage },
			sessionStorage: { configurable: true, value: sessionStorage },
		})
}

/** Lasts until the end of the test. */
export const blockCookies = () =>
	Object.defineProperty(navigator, 'cookieEnabled', { configurable: true, value: false })
