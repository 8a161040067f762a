import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { buildDesktopApp } from '../../scripts/desktop/app.ts'
import { projectFolder } from '../../scripts/run.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../../scripts/test/browsers.ts'
import { binary } from '../fixtures/instance.ts'
import type { DesktopApp, DesktopStart, Recorded, WindowState } from './desktop-app.ts'

/** Electron 45 has Node 24; the app uses nothing that older versions lack. */
const NODE_MIN = 22
/** A second start hands over to the first one and exits. If it runs longer, it has started a second app. */
const SECOND_START_MAX_MS = 20_000
const scratch = join(projectFolder, 'test-results/desktop')
type Cookie = { name: string; value: string }
let count = 0

/** Runs the app's own main.cjs with a fake Electron; src-electron/testing/ explains what that proves. */
export async function openUnderDouble({ userData, args = [] }: DesktopStart): Promise<DesktopApp> {
	const home = join(scratch, `${process.pid}-${++count}`)
	const main = await layOut(home)
	const env = {
		...process.env,
		CHROME: chromiumOnThisMachine(),
		CHROME_FLAGS: chromiumFlags.join(' '),
		PWTEST_SERVER_REGISTRY: join(home, 'registry'),
	}
	const start = (more: string[], timeout?: number) =>
		spawn(runtime(), [main, `--user-data-dir=${userData}`, ...more], {
			cwd: home,
			env,
			timeout,
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		})
	const child = start(args)
	let log = ''
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (said) => {
			log += said
		})
	const ended = new Promise((resolve) => child.once('exit', resolve))
	const ask = askerOf(child, () => log)
	const browser: Browser = await chromium.connect((await ask('browser')) as string)
	const clearUp = async () => {
		await ended
		await browser.close()
		await rm(home, { recursive: true, force: true })
	}

	return {
		pid: child.pid ?? 0,
		userData,
		pages: () => browser.contexts().flatMap((context) => context.pages()),
		windows: async () => (await ask('windows')) as WindowState[],
		close: async ({ id }) => void (await ask('close', `${id}`)),
		minimize: async ({ id }) => void (await ask('minimize', `${id}`)),
		place: async ({ id }, bounds) => void (await ask('place', JSON.stringify({ id, bounds }))),
		chooseMenu: async (id) => void (await ask('choose', id)),
		clickNotification: async () => void (await ask('clickNotification')),
		willChoose: async (button) => void (await ask('willChoose', `${button}`)),
		hasTray: async () => (await ask('hasTray')) as boolean,
		recorded: async (call) =>
			((await ask('recorded')) as Recorded[]).filter((one) => one.call === call).map((one) => one.args),
		cookies: async ({ id }) => (await ask('cookies', `${id}`)) as Cookie[],
		openUrl: async (url) => void (await ask('openUrl', url)),
		startAgain: async (more = []) => {
			const second = start(more, SECOND_START_MAX_MS)
			await new Promise((resolve) => second.once('exit', resolve))
			if (second.killed) throw new Error('The second start stayed, as an app of its own')
		},
		quit: async () => {
			child.kill('SIGTERM')
			await clearUp()
		},
		kill: async () => {
			child.kill('SIGKILL')
			await clearUp()
		},
		ended,
		log: () => log,
	}
}

/** Lays out dist/ with the fake as its `electron` module. Returns the main file. */
async function layOut(home: string): Promise<string> {
	const app = join(home, 'desktop/app')
	const electron = join(app, 'node_modules/electron')
	await mkdir(electron, { recursive: true })
	await cp(await builtApp(), app, { recursive: true })
	await symlink(binary, join(home, basename(binary)))
	await writeFile(join(electron, 'index.js'), await bundledDouble())
	return join(app, 'main.cjs')
}

let built: Promise<string> | undefined
/** The same files that `bun run desktop` starts and packages contain. */
function builtApp() {
	const folder = join(scratch, `${process.pid}-app`)
	built ??= buildDesktopApp(folder).then(() => folder)
	return built
}

let bundled: Promise<string> | undefined
function bundledDouble() {
	bundled ??= Bun.build({
		entrypoints: [join(projectFolder, 'src-electron/testing/electron-double.ts')],
		target: 'node',
		format: 'cjs',
		external: ['@playwright/test'],
	}).then(({ outputs: [made] }) => made?.text() ?? '')
	return bundled
}

/** Electron has its own Node; this uses the machine's if it is recent enough, or else Bun. */
function runtime(): string {
	// `bunx --bun` puts a Bun named `node` first on PATH.
	const PATH = process.env.PATH?.split(delimiter).filter((folder) => !folder.includes('bun-node'))
	const node = Bun.which('node', { PATH: PATH?.join(delimiter) })
	const version = node && execFileSync(node, ['--version'], { encoding: 'utf8' })
	return node && Number(version?.match(/^v(\d+)/)?.[1]) >= NODE_MIN ? node : process.execPath
}

function askerOf(child: ChildProcess, log: () => string) {
	const waiting = new Map<number, (said: { answer?: unknown; error?: string }) => void>()
	let number = 0
	child.on('message', (said: { number: number; answer?: unknown; error?: string }) => waiting.get(said.number)?.(said))
	child.once('exit', (code) => {
		for (const end of waiting.values()) end({ error: `The app ended with ${code}:\n${log()}` })
	})
	return (ask: string, about = '') =>
		new Promise<unknown>((resolve, reject) => {
			const mine = ++number
			waiting.set(mine, ({ answer, error }) => {
				waiting.delete(mine)
				if (error === undefined) resolve(answer)
				else reject(new Error(error))
			})
			child.send({ number: mine, ask, about })
		})
}
