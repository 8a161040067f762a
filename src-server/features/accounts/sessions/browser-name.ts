import Bowser from 'bowser'

const KNOWN = new Set(Object.values(Bowser.BROWSER_MAP))

/** 'Firefox on Android', as far as a browser says what it is; null when it says nothing we know. */
export function browserName(userAgent: string | null): string | null {
	if (!userAgent) return null
	const { browser, os } = Bowser.parse(userAgent)
	const system = os.name ?? null
	// Of what it does not know, Bowser repeats the words.
	if (!browser.name || !KNOWN.has(browser.name)) return system
	const program = browser.name === 'Electron' ? 'Desktop app' : browser.name
	return system ? `${program} on ${system}` : program
}
