import { existsSync } from 'node:fs'
import { bun, runQuietly, tool } from '../run.ts'

// The engines besides Chromium. Playwright drives only builds of its own of Firefox and WebKit; where they are not to be
// had, Debian's Firefox and WebKitGTK do, by the drivers in e2e/engines. Imports no package: there may be none yet.

/** `program`: what is started, or starts it; none where it is Playwright's own. */
export type FoundEngine = { engine: string; program?: string }

type Engine = {
	engine: 'firefox' | 'webkit'
	/** On this machine; undefined if there is none, or something that it needs is missing. */
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

/** Firefox and WebKit, installed if need be. Says what it does, and what is missing. */
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

/** A download may be there and still lack system libraries; only starting it tells. */
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
	const { code, output } = await runQuietly(['apt-get', 'install', '-y', '--no-install-recommends', ...packages], {
		env,
	})
	if (code !== 0) console.log(output)
	return code === 0
}
