import { type Browser, launch, type Page } from 'puppeteer-core'
import { AT_START, type BrowserOptions, type Engine, type EngineBrowser, type Tab } from './engine.ts'

/** Drives a regular Firefox over WebDriver BiDi; Playwright supports only its own build. */
export async function firefoxByBidi(program: string): Promise<Engine> {
	// Light or dark is a preference of the whole browser.
	const started = new Map<boolean, Promise<Browser>>()
	const firefox = (isDark: boolean) => {
		const running = started.get(isDark) ?? start(program, isDark)
		started.set(isDark, running)
		return running
	}
	return {
		newBrowser: async ({ isDark = false, ...size }) => await newBrowser(await firefox(isDark), size),
		close: async () => {
			for (const running of started.values()) await (await running).close()
		},
	}
}

const start = (program: string, isDark: boolean) =>
	launch({
		browser: 'firefox',
		executablePath: program,
		extraPrefsFirefox: {
			'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
			// Each window stands for a phone in use, so Firefox must not throttle it in the background.
			'dom.min_background_timeout_value': 4,
			'dom.timeout.enable_budget_timer_throttling': false,
		},
	})

async function newBrowser(firefox: Browser, size: BrowserOptions): Promise<EngineBrowser> {
	const context = await firefox.createBrowserContext()
	const troubles: string[] = []
	return {
		newTab: async () => {
			const page = await context.newPage({ type: 'window' })
			page.on('console', (message) => {
				if (message.type() === 'error') troubles.push(message.text())
			})
			page.on('pageerror', (error) => troubles.push(String(error)))
			await page.evaluateOnNewDocument(AT_START)
			await page.setViewport(size)
			return tabOf(page)
		},
		troubles,
		close: () => context.close(),
	}
}

function tabOf(page: Page): Tab {
	/** Only the front window has the focus. */
	const inFront = async <Result>(act: () => Promise<Result>) => {
		await page.bringToFront()
		return await act()
	}
	return {
		goto: async (address) => void (await inFront(() => page.goto(address))),
		reload: async () => void (await inFront(() => page.reload())),
		back: async () => void (await inFront(() => page.goBack())),
		value: (expression) => page.evaluate(expression),
		click: ({ x, y }) => inFront(() => page.mouse.click(x, y)),
		type: (text) => inFront(() => page.keyboard.type(text)),
		press: (key) => inFront(() => page.keyboard.press(key === 'Space' ? ' ' : key)),
		screenshot: () => inFront(() => page.screenshot()),
	}
}
