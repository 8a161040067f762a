import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumOnThisMachine } from './scripts/test/browser.ts'

/** Set by `bun run test:all`. Otherwise a case runs once, and at desktop size below a path only if its tag says so. */
const EVERY_CASE = process.env.E2E_EVERY_CASE === '1'
/** Waits long, and has cheaper tests of the same behaviour beside the code: left to `bun run test:all`. */
const LONG = /@long\b/
/** Chooses its own size. */
const OWN_SIZE = /@own-size\b/

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
		// Pictures and copies of the page take a third of the whole run. A failure leaves its screenshot anyway.
		trace: { mode: 'retain-on-failure', screenshots: false, snapshots: EVERY_CASE, sources: EVERY_CASE },
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath: chromiumOnThisMachine(),
			args: chromiumFlags,
		},
	},
	projects: [
		{
			name: 'phone',
			// There is no desktop app for phones.
			testIgnore: 'desktop/**',
			grepInvert: EVERY_CASE ? undefined : LONG,
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		{
			// At a path of its own, as behind a proxy that serves other things too.
			name: 'desktop',
			grep: EVERY_CASE ? undefined : /@desktop\b/,
			grepInvert: EVERY_CASE ? OWN_SIZE : [OWN_SIZE, LONG],
			use: { viewport: { width: 1280, height: 800 }, basePath: '/rides' },
		},
	],
})
