import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DESKTOP_COOKIE } from '#contract/start-problems.ts'
import { type Clock, systemClock } from '#desktop/clock.ts'
import { newLaunchSecret } from '#desktop/server/own-server.ts'
import { type ServerState, type Supervision, superviseServer } from '#desktop/server/supervisor.ts'

const repository = join(import.meta.dirname, '..', '..', '..')
/** The server that `bun run build` compiled. */
export const BINARY = join(repository, 'dist', process.platform === 'win32' ? 'backseat.exe' : 'backseat')

const folders: string[] = []
export function freshFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-desktop-'))
	folders.push(folder)
	return folder
}

/** Call in afterAll. */
export function removeFolders() {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/**
 * Supervises the real server in a new folder, with accessors for tests. Use with `await using`, which ends every
 * process even if the test fails.
 */
export function supervise(special: Partial<Supervision> & { lastPort?: number } = {}) {
	const dataDir = special.dataDir ?? join(freshFolder(), 'data')
	const secret = newLaunchSecret()
	const states: ServerState[] = []
	const memory: { port: number | null } = { port: special.lastPort ?? null }
	let noticeState = () => {}
	const supervisor = superviseServer({
		binary: BINARY,
		secret,
		port: {
			read: () => memory.port,
			remember: (port) => {
				memory.port = port
			},
		},
		isLan: () => false,
		...special,
		dataDir,
		onState: (state) => {
			states.push(state)
			noticeState()
		},
	})

	/** Waits for a state of this kind; one that occurred since the last call counts. */
	async function until<Kind extends ServerState['kind']>(kind: Kind): Promise<Extract<ServerState, { kind: Kind }>> {
		for (;;) {
			for (let state = states.shift(); state; state = states.shift()) if (isA(state, kind)) return state
			await new Promise<void>((resolve) => {
				noticeState = resolve
			})
		}
	}

	return {
		supervisor,
		dataDir,
		secret,
		memory,
		until,
		pids: () => pidsIn(dataDir),
		/** Requests with the cookie of the app's own window. `session` is a member's cookie. */
		get: (path: string, session = '') =>
			fetch(new URL(path, addressOf(supervisor.state())), {
				headers: { Cookie: `${DESKTOP_COOKIE}=${secret}; ${session}` },
			}),
		post: (path: string, body: object) =>
			fetch(new URL(path, addressOf(supervisor.state())), {
				method: 'POST',
				headers: { Cookie: `${DESKTOP_COOKIE}=${secret}`, 'Content-Type': 'application/json' },
				body: JSON.stringify(body),
			}),
		async [Symbol.asyncDispose]() {
			await supervisor.stop()
			for (const pid of pidsIn(dataDir)) process.kill(pid, 'SIGKILL')
		},
	}
}

const isA = <Kind extends ServerState['kind']>(
	state: ServerState,
	kind: Kind,
): state is Extract<ServerState, { kind: Kind }> => state.kind === kind

export function addressOf(state: ServerState): string {
	if (state.kind !== 'running') throw new Error(`The server is not running: ${JSON.stringify(state)}`)
	return state.address
}

export const portOf = (state: ServerState) => Number(new URL(addressOf(state)).port)

/** Process IDs of all programs started with this data folder. */
export function pidsIn(dataDir: string): number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && argvOf(Number(name)).includes(dataDir))
		.map(Number)
}

export function argvOf(pid: number): string[] {
	return procFile(pid, 'cmdline')
}

export function procFile(pid: number, name: 'cmdline' | 'environ'): string[] {
	try {
		return readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0')
	} catch {
		// The process ended during the search.
		return []
	}
}

/** A shell script in place of the server, for behaviour that the real one shows only in rare failures. */
export function serverThat(does: string): string {
	const path = join(freshFolder(), 'backseat')
	writeFileSync(path, `#!/bin/sh\n${does}\n`, { mode: 0o700 })
	return path
}

export const READY = `read greeting
echo '{"ready":true,"address":"http://localhost:4000/","lanAddress":null,"version":"0.0.0"}'`

/** A clock that shortens these timeouts to `soonMs` and keeps all others. */
export const shortened = (spansMs: number[], soonMs = 20): Clock => ({
	now: systemClock.now,
	after: (ms, run) => systemClock.after(spansMs.includes(ms) ? soonMs : ms, run),
})

/** Shortens the pauses between restarts; deadlines keep their length. */
export const impatientClock = shortened([500, 2000, 8000])

/** Polls until the condition is true. The test's own timeout limits it. */
export async function eventually(isSo: () => boolean | Promise<boolean>) {
	while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}
