import { defineConfig } from '@playwright/test'
import { chromiumOnThisMachine } from './scripts/test/browser.ts'

const isRoot = process.getuid?.() === 0

export default defineConfig<object, { basePath: string }>({
	testDir: 'e2e',
	outputDir: 'test-results/e2e',
	// A retry would hide a race that people meet too.
	retries: 0,
	workers: 2,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	timeout: 60_000,
	expect: { timeout: 10_000 },
	reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
	use: {
		// Without filming: that takes a third of the whole run, and a failure leaves its screenshot anyway.
		trace: { mode: 'retain-on-failure', screenshots: false },
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath: chromiumOnThisMachine(),
			args: [
				// Chromium refuses its own sandbox as root, and containers have only root.
				...(isRoot ? ['--no-sandbox'] : []),
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
	projects: [
		// There is no desktop app for phones.
		{
			name: 'phone',
			testIgnore: 'desktop/**',
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		// At a path of its own, as behind a proxy that serves other things too.
		{ name: 'desktop', use: { viewport: { width: 1280, height: 800 }, basePath: '/rides' } },
	],
})
