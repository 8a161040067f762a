import { defineConfig, type Project } from '@playwright/test'
import type { WalkOptions } from './e2e/engines/walk.ts'
import { chromiumFlags, chromiumOnThisMachine, type FoundEngine } from './scripts/test/browsers.ts'

/** `bun run test:all` runs every case at both sizes. Otherwise a case's tag decides its size. */
const EVERY_CASE = process.env.E2E_EVERY_CASE === '1'
/** Runs only in `bun run test:all`, because cheaper tests beside the code cover the same behaviour. */
const THOROUGH = /@thorough\b/
/** Runs at desktop size instead of phone size. */
const DESKTOP = /@desktop\b/
const BOTH_SIZES = /@both-sizes\b/
/** Sets its own window size. */
const OWN_SIZE = /@own-size\b/

/** Specs that `bun run test` leaves out, as the code they cover has not changed (scripts/test/changes.ts). */
const SKIPPED: string[] = JSON.parse(process.env.E2E_SKIPPED ?? '[]')

/**
 * The engines of `bun run test engines` as JSON (scripts/test/browsers.ts). Without it, the tests run in Playwright's
 * Chromium.
 */
const ENGINES = process.env.E2E_ENGINES
/** The same sizes as the projects below. */
const sizes = [
	{ name: 'phone', width: 390, height: 844, basePath: '' },
	{ name: 'desktop', width: 1280, height: 800, basePath: '/rides' },
]
const walksIn = ({ engine, program }: FoundEngine): Project<object, WalkOptions>[] =>
	sizes.map(({ name, ...size }) => ({
		name: `${engine} ${name}`,
		testMatch: 'engines/*.walk.ts',
		// One test starts up to three browsers.
		timeout: 120_000,
		// The walk takes its own screenshots on failure, because Playwright sees only its own browsers.
		use: { trace: 'off', screenshot: 'off', walks: { engine, program, ...size } },
	}))

export default defineConfig<object, { basePath: string } & WalkOptions>({
	testDir: 'e2e',
	testIgnore: SKIPPED,
	outputDir: 'test-results/e2e',
	// A retry would hide races that users meet too.
	retries: 0,
	// Three workers on two cores, because tests spend time waiting.
	workers: 3,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	// High limits that only catch hangs: on a busy machine a walk of 20 s has taken 60 s.
	timeout: 120_000,
	expect: { timeout: 20_000 },
	reporter: [['list'], ['json', { outputFile: `test-results/${ENGINES ? 'engines' : 'e2e'}.json` }]],
	use: {
		// Asks for English, whatever the machine speaks.
		locale: 'en-GB',
		// Recording traces costs a tenth of the processor time. A failure leaves its screenshot, and `--trace on` records one test.
		trace: EVERY_CASE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath: chromiumOnThisMachine(),
			args: chromiumFlags,
		},
	},
	projects: ENGINES
		? (JSON.parse(ENGINES) as FoundEngine[]).flatMap(walksIn)
		: [
				{
					name: 'phone',
					// Phones have no desktop app.
					testIgnore: ['desktop/**', ...SKIPPED],
					grepInvert: EVERY_CASE ? undefined : [THOROUGH, DESKTOP],
					use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
				},
				{
					// Runs below a base path, as behind a proxy with other services.
					name: 'desktop',
					grep: EVERY_CASE ? undefined : [DESKTOP, BOTH_SIZES],
					grepInvert: EVERY_CASE ? OWN_SIZE : [OWN_SIZE, THOROUGH],
					use: { viewport: { width: 1280, height: 800 }, basePath: '/rides' },
				},
			],
})
