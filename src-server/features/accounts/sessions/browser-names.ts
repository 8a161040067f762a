import Bowser from 'bowser'

const DEVICE_MAX = 40

export function deviceName(userAgent: string | null): string {
	const model = userAgent ? Bowser.parse(userAgent).platform.model : undefined
	const device = model === 'iPhone' || model === 'iPad' ? model : browserName(userAgent)
	return (device ?? 'Passkey').slice(0, DEVICE_MAX)
}

const KNOWN_BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))

export function browserName(userAgent: string | null): string | null {
	if (!userAgent) return null
	const { browser, os } = Bowser.parse(userAgent)
	const system = os.name ?? null
	// Bowser returns raw text of the user agent for unknown browsers.
	if (!browser.name || !KNOWN_BROWSERS.has(browser.name)) return system
	const program = browser.name === 'Electron' ? 'Desktop app' : browser.name
	return system ? `${program} on ${system}` : program
}
