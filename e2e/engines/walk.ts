import { writeFile } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import { type Instance, openInstance } from '../fixtures/instance.ts'
import type { BrowserOptions, Engine, EngineBrowser, Tab } from './engine.ts'
import { firefoxByBidi } from './firefox-bidi.ts'
import { type Member, memberIn, type Person, personIn } from './person.ts'
import { playwrightEngine } from './playwright-engine.ts'
import { webkitByDriver } from './webkit-driver.ts'

/** Engine and window size of a project in playwright.config.ts. */
export type WalkOptions = {
	/** `program` is the executable or its driver; undefined for Playwright's own builds. */
	walks: { engine: string; program?: string; width: number; height: number; basePath: string }
}

type WalkFixtures = {
	newBrowser(options?: Partial<BrowserOptions>): Promise<EngineBrowser>
	newPerson(options?: Partial<BrowserOptions>): Promise<Person>
	member(name: string): Promise<Member>
	expectInConsole(line: RegExp): void
	expected: RegExp[]
}

/** Browsers log each error response; the walk checks its effect on the page instead. */
const NOTED = [/Failed to load resource/]

export const test = base.extend<WalkFixtures, WalkOptions & { engine: Engine; instance: Instance }>({
	walks: [
		{ engine: 'chromium', width: 390, height: 844, basePath: '' },
		{ scope: 'worker', option: true },
	],

	engine: [
		async ({ walks: { engine: name, program } }, use) => {
			const engine = await startEngine(name, program)
			await use(engine)
			await engine.close()
		},
		{ scope: 'worker' },
	],

	instance: [
		async ({ walks: { basePath } }, use) => {
			const instance = await openInstance(['--base-path', basePath])
			await use(instance)
			await instance.end()
		},
		{ scope: 'worker' },
	],

	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
	expected: async ({}, use) => use([...NOTED]),

	newBrowser: async ({ engine, walks: { width, height }, expected }, use, info) => {
		const opened: EngineBrowser[] = []
		const tabs: Tab[] = []
		await use(async (options) => {
			const browser = await engine.newBrowser({ width, height, ...options })
			opened.push(browser)
			const newTab = async () => {
				const tab = await browser.newTab()
				tabs.push(tab)
				return tab
			}
			return { ...browser, newTab }
		})
		if (info.status !== info.expectedStatus)
			for (const [index, tab] of tabs.entries()) {
				const path = info.outputPath(`tab-${index + 1}.png`)
				// The test may have closed the tab.
				await tab.screenshot().then(
					(picture) => writeFile(path, picture),
					() => undefined,
				)
			}
		for (const browser of opened) await browser.close()
		const troubles = opened.flatMap(({ troubles }) => troubles)
		expect(
			troubles.filter((line) => !expected.some((pattern) => pattern.test(line))),
			'nothing in the console',
		).toEqual([])
	},
	expectInConsole: async ({ expected }, use) => use((line) => void expected.push(line)),
	newPerson: async ({ newBrowser, instance }, use) =>
		use(async (options) => personIn(await newBrowser(options), instance)),
	member: async ({ newBrowser, instance }, use) => use(async (name) => memberIn(await newBrowser(), instance, name)),
})

async function startEngine(name: string, program?: string): Promise<Engine> {
	if (name === 'firefox' && program) return await firefoxByBidi(program)
	if (name === 'webkit' && program) return await webkitByDriver(program)
	return await playwrightEngine(name, program)
}
