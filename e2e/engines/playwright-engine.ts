import { type BrowserType, chromium, firefox, type Page, webkit } from '@playwright/test'
import { chromiumFlags } from '../../scripts/test/browsers.ts'
import { AT_START, type Engine, type Tab } from './engine.ts'

const browsers: Record<string, BrowserType> = { chromium, firefox, webkit }

/** `program` is a Chromium of this machine; Firefox and WebKit are Playwright's own builds. */
export async function playwrightEngine(name: string, program?: string): Promise<Engine> {
	const type = browsers[name] ?? chromium
	const flags = type === chromium ? chromiumFlags : []
	const browser = await type.launch({ executablePath: program, args: flags })
	return {
		newBrowser: async ({ width, height, isDark }) => {
			const context = await browser.newContext({
				viewport: { width, height },
				colorScheme: isDark ? 'dark' : 'light',
			})
			await context.addInitScript(AT_START)
			const troubles: string[] = []
			context.on('console', (message) => {
				if (message.type() === 'error') troubles.push(message.text())
			})
			context.on('weberror', (error) => troubles.push(String(error.error())))
			return { newTab: async () => tabOf(await context.newPage()), troubles, close: () => context.close() }
		},
		close: () => browser.close(),
	}
}

function tabOf(page: Page): Tab {
	return {
		goto: async (address) => void (await page.goto(address)),
		reload: async () => void (await page.reload()),
		back: async () => void (await page.goBack()),
		value: (expression) => page.evaluate(expression),
		click: ({ x, y }) => page.mouse.click(x, y),
		type: (text) => page.keyboard.type(text),
		press: (key) => page.keyboard.press(key),
		screenshot: () => page.screenshot(),
	}
}
