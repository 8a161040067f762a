import { EXIT } from '#contract/start-problems.ts'
import { type Config, settingKeys, settings } from '#server/settings/config.ts'
import type { Environment } from '#server/settings/setting-sources.ts'
import { StartRefused } from '#server/start-refused.ts'
import { ACCESS_TOKEN_START } from '#server/tokens.ts'
import type { BackupLog } from './backup-worker-client.ts'
import { keepOutcome } from './command-outcome.ts'

/*
 * The operator's own program, which carries each verified backup elsewhere. It gets the path and nothing else of ours: no
 * shell, no secrets in its environment.
 */

export const COMMAND_LIMITS = { runMs: 3_600_000, killAfterMs: 10_000, outputBytes: 16 * 1024 }

/** Programs need these to find themselves, their settings and their caches. None is ours. */
const PASSED_ON = new Set(
	`PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME
	SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT TEMP TMP USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA`.split(/\s+/),
)

const environmentFor = (env: Environment): Record<string, string> =>
	Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) => {
			const known = name.toUpperCase()
			return value !== undefined && (PASSED_ON.has(known) || known.startsWith('LC_')) ? [[name, value]] : []
		}),
	)

export type CommandRun = {
	/** Null on success, otherwise why it failed. Never rejects. */
	failure: Promise<string | null>
	/** Ends the program and everything it started; `why` is then the failure. */
	end(why: string, killAfterMs?: number): void
}

/** `say` gets each line of output, without secrets. */
export function runCommand(
	config: Config,
	path: string,
	say: (line: string) => void,
	{ limits = COMMAND_LIMITS, env = Bun.env as Environment } = {},
): CommandRun {
	const noted = (reason: string | null) => {
		keepOutcome(config.dataDir, reason)
		return reason
	}
	const output = limitedText(limits.outputBytes)
	const child = started([config.backupCommand ?? '', path], env)
	if (typeof child === 'string') return { failure: Promise.resolve(noted(child)), end: () => {} }
	let ended: string | null = null
	let kill: NodeJS.Timeout | undefined
	const end = (why: string, killAfterMs = limits.killAfterMs) => {
		ended ??= why
		keepOutcome(config.dataDir, ended)
		signalGroup(child, 'SIGTERM')
		clearTimeout(kill)
		kill = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs)
	}
	const limit = setTimeout(() => end('took longer than an hour'), limits.runMs)

	const outcome = async (): Promise<string | null> => {
		const read = Promise.all([output.readFrom(child.stdout), output.readFrom(child.stderr)])
		const code = await child.exited
		clearTimeout(limit)
		clearTimeout(kill)
		// A program that is ended takes along all that it has started.
		if (ended !== null) signalGroup(child, 'SIGKILL')
		// A program that it left running may hold the output open.
		await Promise.race([read, Bun.sleep(LEFT_OPEN_MS)])
		const hide = secretsHidden(config)
		for (const line of output.text().split('\n')) if (line.trim() !== '') say(hide(line.trimEnd()))
		if (output.isCut()) say('(The rest of its output is left out.)')
		if (ended !== null) return noted(ended)
		if (child.signalCode !== null) return noted(`was ended by ${child.signalCode}`)
		return noted(code === 0 ? null : `ended with exit code ${code}`)
	}

	return { failure: outcome(), end }
}

const LEFT_OPEN_MS = 1000

type Child = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

function started(command: string[], env: Environment): Child | string {
	try {
		// A group of its own, so that the whole of it can be ended, and a terminal's Ctrl-C does not reach it unasked.
		const streams = { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' } as const
		return Bun.spawn(command, { ...streams, env: environmentFor(env), detached: true, windowsHide: true })
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'ENOENT') return 'was not found'
		return code === 'EACCES' ? 'may not be run by this user' : `could not be started (${code ?? error})`
	}
}

function signalGroup(child: Child, signal: 'SIGTERM' | 'SIGKILL') {
	try {
		if (process.platform === 'win32') child.kill(signal)
		else process.kill(-child.pid, signal)
	} catch {
		// It has ended.
	}
}

/** Keeps the first bytes and reads on without the rest, so that the program does not wait for a reader. */
function limitedText(bytesMax: number) {
	const pieces: Uint8Array[] = []
	let bytes = 0
	let isCut = false
	return {
		async readFrom(stream: ReadableStream<Uint8Array>) {
			for await (const piece of stream) {
				const kept = piece.subarray(0, Math.max(0, bytesMax - bytes))
				bytes += kept.length
				isCut ||= kept.length < piece.length
				if (kept.length > 0) pieces.push(kept)
			}
		},
		text: () => Buffer.concat(pieces).toString('utf8'),
		isCut: () => isCut,
	}
}

const SHORTEST_SECRET = 6

/** A program may print a file of settings, or an address with a password. */
function secretsHidden(config: Config): (line: string) => string {
	const secrets = settingKeys
		.filter((key): key is Exclude<typeof key, 'lan'> => key !== 'lan' && settings[key].isSecret === true)
		.flatMap((key) => partsOf(config[key]))
		.filter((text) => text.length >= SHORTEST_SECRET)
		.toSorted((a, b) => b.length - a.length)
	return (line) =>
		secrets
			.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), line)
			.replaceAll(/(\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`)
			.replaceAll(OWN_TOKEN, `${ACCESS_TOKEN_START}${HIDDEN}`)
}

const HIDDEN = '[hidden]'
const OWN_TOKEN = new RegExp(`${ACCESS_TOKEN_START}[\\w-]{20,}`, 'g')

function partsOf(secret: unknown): string[] {
	if (typeof secret !== 'string') return []
	return secret.split(',').flatMap((text) => {
		const url = URL.parse(text.trim().replace(/^\w+\+/, ''))
		return url ? [text.trim(), url.password, decoded(url.password), url.pathname] : [text.trim()]
	})
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

const NOT_BEGUN = 'was not begun, because the server stopped'

/** A stopping server waits this long before it kills the program. */
const STOP_KILL_AFTER_MS = 2000

export type BackupCommand = {
	/** Runs the program for this backup, after those before it. */
	runFor(path: string): Promise<void>
	stop(): Promise<void>
}

/** Null without the setting. */
export function backupCommand(config: Config, log: BackupLog): BackupCommand | null {
	if (config.backupCommand === null) return null
	let last: Promise<void> = Promise.resolve()
	let running: CommandRun | null = null
	let hasStopped = false

	async function run(path: string) {
		if (hasStopped) {
			keepOutcome(config.dataDir, NOT_BEGUN)
			return failed(path, NOT_BEGUN)
		}
		log.info(`backup-command runs for ${path}`)
		const since = performance.now()
		running = runCommand(config, path, (line) => log.info(`backup-command: ${line}`))
		const reason = await running.failure
		running = null
		const seconds = Math.round((performance.now() - since) / 1000)
		if (reason === null) log.info(`backup-command succeeded for ${path} in ${seconds} s`)
		else failed(path, reason)
	}

	const failed = (path: string, reason: string) =>
		log.failure(`${path} is only here`, new StartRefused(`backup-command ${reason}.`, NOT_ELSEWHERE))

	return {
		runFor(path) {
			last = last.then(() => run(path))
			return last
		},
		async stop() {
			hasStopped = true
			running?.end('was ended with the server', STOP_KILL_AFTER_MS)
			await last
		},
	}
}

/** sysexits.h: a temporary failure. The backup is there. */
export const NOT_ELSEWHERE = EXIT.dataInUse
