import Bowser from 'bowser'
import { inLanguage, t } from '#contract/text.ts'
import type { Context } from '#server/context.ts'

const DEVICE_MAX = 40
const DESKTOP_APP = 'Desktop app'

type Browser = { userAgent(): string | null; language(): string }

/** The default label of a passkey, in the language of the page that creates it. */
export function deviceName({ catalogueOf }: Pick<Context, 'catalogueOf'>, browser: Browser): string {
	const userAgent = browser.userAgent()
	const model = userAgent ? Bowser.parse(userAgent).platform.model : undefined
	const isApple = model === 'iPhone' || model === 'iPad'
	const device = isApple ? model : inLanguage(catalogueOf(browser.language()), () => inWords(named(userAgent)))
	return (device ?? 'Passkey').slice(0, DEVICE_MAX)
}

type Named = { program?: string | undefined; system?: string | undefined }

function inWords({ program, system }: Named): string | undefined {
	const name = program === DESKTOP_APP ? t('Desktop app') : program
	return name && system ? t('{program} on {system}', { program: name, system }) : (name ?? system)
}

/** In English; the page translates it (src-ui/features/own-account/signed-in-places.tsx). */
export function browserName(userAgent: string | null): string | null {
	const { program, system } = named(userAgent)
	return program && system ? `${program} on ${system}` : (program ?? system ?? null)
}

const KNOWN_BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))

function named(userAgent: string | null): Named {
	if (!userAgent) return {}
	const { browser, os } = Bowser.parse(userAgent)
	// Bowser returns raw text of the user agent for unknown browsers.
	if (!browser.name || !KNOWN_BROWSERS.has(browser.name)) return { system: os.name }
	return { program: browser.name === 'Electron' ? DESKTOP_APP : browser.name, system: os.name }
}
