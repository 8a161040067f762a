import Bowser from 'bowser'

const KNOWN = new Set(Object.values(Bowser.BROWSER_MAP))

/** 'Firefox on Android', as far as the user agent says; null when it is unknown. */
export function browserName(userAgent: string | null): string | null {
	if (!userAgent) return null
	const { browser, os } = Bowser.parse(userAgent)
	const system = os.name ?? null
	// For an unknown browser Bowser repeats text of the user agent, which may be anything.
	if (!browser.name || !KNOWN.has(browser.name)) return system
	const program = browser.name === 'Electron' ? 'Desktop app' : browser.name
	return system ? `${program} on ${system}` : program
}
