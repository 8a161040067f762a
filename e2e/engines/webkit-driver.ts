import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { AT_START, type BrowserOptions, type Engine, type EngineBrowser, type Key, type Tab } from './engine.ts'

// Debian's WebKitGTK over WebDriver (https://www.w3.org/TR/webdriver1/), each browser on its own screen.

const WINDOW = fileURLToPath(new URL('webkit-window.py', import.meta.url))
/** Debian's Python modules belong to this Python; another one earlier on PATH may not find them. */
const PYTHON = '/usr/bin/python3'
const START_MAX_MS = 10_000

export async function webkitByDriver(program: string): Promise<Engine> {
	return { newBrowser: (options) => newBrowser(program, options), close: async () => undefined }
}

/** A driver supports one session, and only one window of a screen has the focus. */
async function newBrowser(program: string, { width, height, isDark }: BrowserOptions): Promise<EngineBrowser> {
	const screen = await startScreen(width, height)
	const port = await freePort()
	const driver = spawn(...endsWithUs(program, `--port=${port}`), {
		env: { ...process.env, DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const troubles: string[] = []
	createInterface(driver.stdout).on('line', (line) => {
		if (line.startsWith('TROUBLE ')) troubles.push(line)
	})
	const stop = async () => {
		await end(driver)
		await end(screen.server)
	}
	try {
		const call = await callsTo(`http://127.0.0.1:${port}`, {
			'webkitgtk:browserOptions': {
				binary: PYTHON,
				args: [WINDOW, String(width), String(height), isDark ? 'dark' : 'light', AT_START],
			},
		})
		await call('POST', '/timeouts', { script: 10_000, pageLoad: 30_000 })
		const session: Session = { call, front: String(await call('GET', '/window')) }
		const windows = [session.front]
		return {
			newTab: async () => tabOf(session, windows.pop() ?? (await newWindow(call))),
			troubles,
			close: async () => {
				await call('DELETE', '').finally(stop)
			},
		}
	} catch (error) {
		await stop()
		throw error
	}
}

const newWindow = async (call: Call) => {
	const { handle } = (await call('POST', '/window/new', { type: 'window' })) as { handle: string }
	return handle
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>

async function callsTo(address: string, capabilities: object): Promise<Call> {
	const send = async (method: string, path: string, body?: object) => {
		const answer = await fetch(address + path, { method, body: body && JSON.stringify(body) })
		const { value } = (await answer.json()) as { value: { error?: string; message?: string; sessionId?: string } }
		if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
		return value
	}
	const tooLong = Date.now() + START_MAX_MS
	const isListening = () => send('GET', '/status').catch(() => undefined)
	while (!(await isListening()) && Date.now() < tooLong) await setTimeout(20)
	const begun = await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
	const session = `/session/${begun.sessionId}`
	return (method, path, body) => send(method, session + path, body)
}

/** https://www.w3.org/TR/webdriver1/#keyboard-actions */
const KEYS: Record<Key, string> = {
	Tab: '\uE004',
	Enter: '\uE007',
	Escape: '\uE00C',
	Space: ' ',
	ArrowRight: '\uE014',
	ArrowDown: '\uE015',
}

/** `front` is the window that receives commands. */
type Session = { call: Call; front: string }

function tabOf(session: Session, handle: string): Tab {
	const inFront: Call = async (method, path, body) => {
		if (session.front !== handle) await session.call('POST', '/window', { handle })
		session.front = handle
		return await session.call(method, path, body)
	}
	const typeKeys = async (keys: string[]) => {
		const actions = keys.flatMap((value) => [
			{ type: 'keyDown', value },
			{ type: 'keyUp', value },
		])
		await inFront('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
	}
	return {
		goto: async (url) => void (await inFront('POST', '/url', { url })),
		reload: async () => void (await inFront('POST', '/refresh', {})),
		back: async () => void (await inFront('POST', '/back', {})),
		value: async (expression) => {
			const script = `const done = arguments[0]
				new Promise((resolve) => resolve(${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }))`
			const { value, error } = (await inFront('POST', '/execute/async', { script, args: [] })) as {
				value?: unknown
				error?: string
			}
			if (error) throw new Error(error)
			return value
		},
		click: async ({ x, y }) => {
			const actions = [
				{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
				{ type: 'pointerDown', button: 0 },
				{ type: 'pointerUp', button: 0 },
			]
			await inFront('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
		},
		type: (text) => typeKeys([...text]),
		press: (key) => typeKeys([KEYS[key]]),
		screenshot: async () => Buffer.from(String(await inFront('GET', '/screenshot')), 'base64'),
	}
}

async function startScreen(width: number, height: number) {
	const size = `${width}x${height}x24`
	const server = spawn(...endsWithUs('Xvfb', '-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'), {
		stdio: ['ignore', 'pipe', 'ignore'],
	})
	const [number] = await once(server.stdout, 'data', { signal: AbortSignal.timeout(START_MAX_MS) })
	return { server, display: `:${String(number).trim()}` }
}

/** Ends the child with the test runner, even when that is killed. */
const endsWithUs = (...command: string[]): [string, string[]] => ['setpriv', ['--pdeathsig', 'TERM', ...command]]

async function end(child: ChildProcess) {
	if (child.exitCode !== null || child.signalCode !== null) return
	const ended = once(child, 'exit')
	child.kill()
	await ended
}

async function freePort(): Promise<number> {
	const server = createServer()
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	server.close()
	await once(server, 'close')
	if (address === null || typeof address === 'string') throw new Error('No free port')
	return address.port
}
