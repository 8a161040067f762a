import { existsSync } from 'node:fs'
import { bun, runQuietly, tool } from '../run.ts'

// Finds browsers on this machine and installs missing ones. Imports no packages, because they may not be installed.

/**
 * Chromium without its user interface, which uses a third less processor time; Playwright downloads the same build for
 * tests. Set CHROME to watch a test in another browser.
 */
const HEADLESS_SHELL = 'chromium-headless-shell'
/** Ubuntu's `chromium-browser` may be a stub that only names a snap, so it comes last. */
const browsers = ['chromium', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chromium-browser']

type Wanted = { isWhole: boolean }

const elsewhere = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
	'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

function candidates({ isWhole }: Wanted): string[] {
	const onPath = isWhole ? [...browsers, HEADLESS_SHELL] : [HEADLESS_SHELL, ...browsers]
	const named = [process.env.CHROME, process.env.CHROME_PATH].filter((path) => path !== undefined && path !== '')
	const found = onPath.map((name) => Bun.which(name)).filter((path) => path !== null)
	return [...named, ...found, ...elsewhere].filter((path) => path !== undefined && existsSync(path)) as string[]
}

/** For playwright.config.ts; undefined lets Playwright use the browser it downloaded. */
export const chromiumOnThisMachine = (): string | undefined => candidates({ isWhole: false })[0]

/**
 * Each Chromium window preloads two pages for the address bar: 0.4 s of processor time per window. The flag replaces
 * Playwright's, so its own features come first: chromiumSwitches.ts in Playwright 1.65.
 */
const withoutFeatures = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsUpgrades',
	'HttpsFirstBalancedModeAutoEnable',
	'LensOverlay',
	'MediaRouter',
	'PaintHolding',
	'ThirdPartyStoragePartitioning',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'OptimizationHints',
	'NetworkTimeServiceQuerying',
	'AimEnabled',
	'PreconnectToSearch',
	'WebUIOmniboxPopup',
	'WebUIOmniboxAimPopup',
	'WebUIOmniboxFullPopup',
]

export const chromiumFlags = [
	// Chromium refuses its own sandbox as root, and containers have only root.
	...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
	'--disable-gpu',
	'--disable-quic',
	`--disable-features=${withoutFeatures.join(',')}`,
	// Prevents Chromium from starting spare processes.
	'--renderer-process-limit=1',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Without a GPU, a separate GPU process only copies each frame once more: an eighth of the tests' processor time.
	'--in-process-gpu',
]

const chromiumPackages = ['chromium', 'fonts-noto-color-emoji']

export async function getChromium(wanted: Wanted): Promise<string | undefined> {
	if (!wanted.isWhole) await installHeadlessShell()
	const present = (await firstThatRuns(candidates(wanted))) ?? (await playwrightsOwn())
	if (present) {
		console.log(`Browser: ${present}`)
		return present
	}
	console.log('No Chromium on this machine. Asking Playwright to download one…')
	const download = await runQuietly(tool('playwright', 'install', 'chromium'), { timeout: 300_000 })
	const downloaded = await playwrightsOwn()
	if (downloaded) return downloaded
	console.log(download.output.match(/^.*(Error|Exception).*$/m)?.[0] ?? 'What it downloaded does not run here.')

	if (await installFromDebian(chromiumPackages)) {
		const packaged = await firstThatRuns(candidates(wanted))
		if (packaged) return packaged
	}
	console.log(
		'There is no Chromium for the end-to-end tests. Install Chromium or Google Chrome, or name one with\n' +
			'CHROME=/path/to/chrome bun run test',
	)
	return undefined
}

/** Installs the package where apt has it. A full browser also works, but more slowly. */
async function installHeadlessShell() {
	if (process.env.CHROME || Bun.which(HEADLESS_SHELL) || !Bun.which('apt-get') || process.getuid?.() !== 0) return
	const install = ['apt-get', 'install', '-y', '--no-install-recommends', '--no-remove', HEADLESS_SHELL]
	const { code } = await runQuietly(install, { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeout: 60_000 })
	if (code === 0) console.log(`Installed Debian's package ${HEADLESS_SHELL}.`)
}

async function firstThatRuns(paths: string[]): Promise<string | undefined> {
	for (const path of paths) if (await runs(path)) return path
	return undefined
}

/** A downloaded browser may lack system libraries, so start it to find out. */
async function runs(path: string): Promise<boolean> {
	// Chrome on Windows opens a window instead of printing its version.
	if (process.platform === 'win32') return true
	const { code } = await runQuietly([path, '--version'], { timeout: 20_000 })
	return code === 0
}

async function playwrightsOwn(): Promise<string | undefined> {
	// In a child process, because this file also runs before packages are installed.
	const ask = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())"
	const { code, output } = await runQuietly([bun, '-e', ask])
	const path = output.trim()
	return code === 0 && existsSync(path) && (await runs(path)) ? path : undefined
}

// The engines besides Chromium. Playwright drives only its own builds of Firefox and WebKit; where they are unavailable,
// Debian's Firefox and WebKitGTK run with the drivers in e2e/engines.

/** `program` is the executable or its launcher; undefined for Playwright's own builds. */
export type FoundEngine = { engine: string; program?: string }

type Engine = {
	engine: 'firefox' | 'webkit'
	/** Path of the program; undefined if the browser or one of its dependencies is missing. */
	find(): Promise<string | undefined>
	debianPackages: string[]
}

const PYTHON = '/usr/bin/python3'
const NEEDS_OF_WINDOW = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"

const engines: Engine[] = [
	{
		engine: 'firefox',
		find: async () => {
			const inApplications = '/Applications/Firefox.app/Contents/MacOS/firefox'
			if (existsSync(inApplications)) return inApplications
			return Bun.which('firefox-esr') ?? Bun.which('firefox') ?? undefined
		},
		debianPackages: ['firefox-esr'],
	},
	{
		engine: 'webkit',
		find: async () => {
			const driver = Bun.which('WebKitWebDriver')
			if (!driver || !Bun.which('Xvfb') || !existsSync(PYTHON)) return undefined
			const { code } = await runQuietly([PYTHON, '-c', NEEDS_OF_WINDOW])
			return code === 0 ? driver : undefined
		},
		debianPackages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb'],
	},
]

export async function getEngines(): Promise<{ found: FoundEngine[]; missing: string[] }> {
	const found: FoundEngine[] = []
	const missing: string[] = []
	for (const engine of engines) {
		const one = await getEngine(engine)
		if (one) {
			found.push(one)
			console.log(`${engine.engine}: ${one.program ?? "Playwright's own"}`)
		} else {
			missing.push(engine.engine)
			console.log(
				`${engine.engine}: none. 'bunx playwright install ${engine.engine}' fetches one; on Debian, as root, apt does.`,
			)
		}
	}
	return { found, missing }
}

async function getEngine({ engine, find, debianPackages }: Engine): Promise<FoundEngine | undefined> {
	if (await playwrightRuns(engine)) return { engine }
	const program = (await find()) ?? ((await installFromDebian(debianPackages)) ? await find() : undefined)
	if (program) return { engine, program }
	await runQuietly(tool('playwright', 'install', engine), { timeout: 300_000 })
	return (await playwrightRuns(engine)) ? { engine } : undefined
}

async function playwrightRuns(engine: Engine['engine']): Promise<boolean> {
	const start = `import { ${engine} } from '@playwright/test'; await (await ${engine}.launch()).close()`
	const { code } = await runQuietly([bun, '-e', start], { timeout: 60_000 })
	return code === 0
}

async function installFromDebian(packages: string[]): Promise<boolean> {
	if (!Bun.which('apt-get') || process.getuid?.() !== 0) return false
	console.log(`Installing Debian's packages ${packages.join(', ')}…`)
	const env = { DEBIAN_FRONTEND: 'noninteractive' }
	await runQuietly(['apt-get', 'update'], { env })
	const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages]
	const { code, output } = await runQuietly(install, { env })
	if (code !== 0) console.log(output)
	return code === 0
}
