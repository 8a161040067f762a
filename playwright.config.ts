import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumOnThisMachine } from './scripts/test/browser.ts'

/** Set by `bun run test:all`. Otherwise a case runs at one size, as its tag says. */
const EVERY_CASE = process.env.E2E_EVERY_CASE === '1'
/** The same behaviour has cheaper tests beside the code: left to `bun run test:all`. */
const THOROUGH = /@thorough\b/
/** At desktop size instead of phone size. */
const DESKTOP = /@desktop\b/
const BOTH_SIZES = /@both-sizes\b/
/** Chooses its own size. */
const OWN_SIZE = /@own-size\b/

export default defineConfig<object, { basePath: string }>({
	testDir: 'e2e',
	outputDir: 'test-results/e2e',
	// A retry would hide a race that people meet too.
	retries: 0,
	// For two cores: tests wait now and then.
	workers: 3,
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
			grepInvert: EVERY_CASE ? undefined : [THOROUGH, DESKTOP],
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		},
		{
			// At a path of its own, as behind a proxy that serves other things too.
			name: 'desktop',
			grep: EVERY_CASE ? undefined : [DESKTOP, BOTH_SIZES],
			grepInvert: EVERY_CASE ? OWN_SIZE : [OWN_SIZE, THOROUGH],
			use: { viewport: { width: 1280, height: 800 }, basePath: '/rides' },
		},
	],
})
