/** As in Chrome where site data are blocked: the names themselves throw. Answers what ends that. */
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

/** Until the end of the test. */
export const blockCookies = () =>
	Object.defineProperty(navigator, 'cookieEnabled', { configurable: true, value: false })
