import { defineConfig, type Project } from '@playwright/test'
import type { WalkOptions } from './e2e/engines/walk.ts'
import { chromiumFlags, chromiumOnThisMachine, type FoundEngine } from './scripts/test/browsers.ts'

/** Set by `bun run test:all`. Otherwise a case runs at one size, as its tag says. */
const EVERY_CASE = process.env.E2E_EVERY_CASE === '1'
/** The same behaviour has cheaper tests beside the code: left to `bun run test:all`. */
const THOROUGH = /@thorough\b/
/** At desktop size instead of phone size. */
const DESKTOP = /@desktop\b/
const BOTH_SIZES = /@both-sizes\b/
/** Chooses its own size. */
const OWN_SIZE = /@own-size\b/

/** Specs that `bun run test` leaves out, as the code they cover has not changed (scripts/test/changes.ts). */
const SKIPPED: string[] = JSON.parse(process.env.E2E_SKIPPED ?? '[]')

/** The engines of `bun run test engines` as JSON (scripts/test/browsers.ts); without it the tests run in Chromium, by Playwright. */
const ENGINES = process.env.E2E_ENGINES
/** Both sizes, as below. */
const sizes = [
	{ name: 'phone', width: 390, height: 844, basePath: '' },
	{ name: 'desktop', width: 1280, height: 800, basePath: '/rides' },
]
const walksIn = ({ engine, program }: FoundEngine): Project<object, WalkOptions>[] =>
	sizes.map(({ name, ...size }) => ({
		name: `${engine} ${name}`,
		testMatch: 'engines/*.walk.ts',
		// Up to three browsers start in one.
		timeout: 120_000,
		// Playwright sees only its own browsers: a walk that fails leaves its screenshots itself.
		use: { trace: 'off', screenshot: 'off', walks: { engine, program, ...size } },
	}))

export default defineConfig<object, { basePath: string } & WalkOptions>({
	testDir: 'e2e',
	testIgnore: SKIPPED,
	outputDir: 'test-results/e2e',
	// A retry would hide a race that people meet too.
	retries: 0,
	// For two cores: tests wait now and then.
	workers: 3,
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	// They find what hangs: on a machine that others keep busy, a walk of twenty seconds has taken sixty.
	timeout: 120_000,
	expect: { timeout: 20_000 },
	reporter: [['list'], ['json', { outputFile: `test-results/${ENGINES ? 'engines' : 'e2e'}.json` }]],
	use: {
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
					// There is no desktop app for phones.
					testIgnore: ['desktop/**', ...SKIPPED],
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
