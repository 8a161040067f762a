import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Clock } from '#desktop/clock.ts'
import { type LogRing, lineReader, type Readiness, type StartRefusal, startLineIn } from './server-output.ts'

const READY_WITHIN_MS = 30_000
const STOPS_WITHIN_MS = 5000
/** Time limit for the remaining output: another program may hold the pipe open. */
const OUTPUT_ENDS_WITHIN_MS = 1000

export type ServerLaunch = {
	binary: string
	dataDir: string
	secret: string
	port: number
	isLan: boolean
	/** Tag of the language for visitors whose browser asks for none that is offered. */
	language?: string
	log: LogRing
	clock: Clock
}

/** A server that failed to spawn has a `spawnError` ('ENOENT') and no code. */
export type ServerEnd = {
	code: number | null
	signal: string | null
	spawnError: string | null
	refusal: StartRefusal | null
	/** True if it ran for half a minute without reporting ready. */
	isTooSlow: boolean
}

export type ServerChild = {
	ready: Promise<Readiness | null>
	ended: Promise<ServerEnd>
	/** Lets running requests finish and kills the process after five seconds. */
	stop(): Promise<ServerEnd>
}

export function startServerChild(launch: ServerLaunch): ServerChild {
	try {
		return watch(spawnServer(launch), launch)
	} catch (error) {
		const ended = Promise.resolve({ ...nothingKnown, spawnError: codeOf(error) })
		return { ready: Promise.resolve(null), ended, stop: () => ended }
	}
}

const nothingKnown: ServerEnd = { code: null, signal: null, spawnError: null, refusal: null, isTooSlow: false }

function spawnServer({ binary, dataDir, isLan, language }: ServerLaunch) {
	const network = isLan ? ['--lan'] : ['--host', '127.0.0.1']
	const speech = language ? ['--language', language] : []
	return spawn(binary, ['serve', '--desktop', '--data-dir', dataDir, ...network, ...speech], {
		cwd: dirname(binary),
		env: serverEnvironment(process.env),
		stdio: 'pipe',
		windowsHide: true,
	})
}

/**
 * The environment that the server inherits. It drops BACKSEAT_* settings, which are meant for servers run from a terminal, and
 * the runtime's own: a program that sets variables could run code in the server (`BUN_OPTIONS`), attach a debugger
 * (`BUN_INSPECT`) or start another program instead (`BUN_BE_BUN`).
 */
export function serverEnvironment(own: Record<string, string | undefined>): Record<string, string | undefined> {
	// Windows ignores case in variable names.
	return Object.fromEntries(Object.entries(own).filter(([name]) => !/^(backseat|bun|node)_/i.test(name)))
}

function watch(child: ChildProcessWithoutNullStreams, { secret, port, log, clock }: ServerLaunch): ServerChild {
	const ready = Promise.withResolvers<Readiness | null>()
	const ended = Promise.withResolvers<ServerEnd>()
	const end = { ...nothingKnown }
	let isGone = false
	let isStopping = false

	const cancelDeadline = clock.after(READY_WITHIN_MS, () => {
		end.isTooSlow = true
		child.kill('SIGKILL')
	})
	const stdout = lineReader((line, isCut) => {
		const startLine = isCut ? null : startLineIn(line)
		if (!startLine) return log.add(line, isCut)
		if (!startLine.ready) {
			end.refusal = { ...startLine, message: log.masked(startLine.message) }
			return
		}
		cancelDeadline()
		ready.resolve(startLine)
	})
	const stderr = lineReader(log.add)
	child.stdout.on('data', stdout.read)
	child.stderr.on('data', stderr.read)
	// If the process ends before reading its input, its exit explains more than the broken pipe.
	child.stdin.on('error', () => {})
	child.stdin.write(`${JSON.stringify({ secret, port })}\n`)

	child.on('error', (error) => {
		// Also emitted when a signal could not be sent; then the process exists and its exit is reported.
		if (child.pid === undefined) endedWith({ spawnError: codeOf(error) })
	})
	child.on('exit', (code, signal) => {
		const cancelWait = clock.after(OUTPUT_ENDS_WITHIN_MS, () => endedWith({ code, signal }))
		child.on('close', () => {
			cancelWait()
			endedWith({ code, signal })
		})
	})

	function endedWith(how: Partial<ServerEnd>) {
		if (isGone) return
		isGone = true
		cancelDeadline()
		stdout.end()
		stderr.end()
		ready.resolve(null)
		ended.resolve({ ...end, ...how })
	}

	function stop() {
		if (!isStopping && !isGone) {
			isStopping = true
			// Windows signals always kill at once; the end of stdin stops the server gracefully everywhere.
			if (process.platform === 'win32') child.stdin.end()
			else child.kill('SIGTERM')
			const enough = clock.after(STOPS_WITHIN_MS, () => child.kill('SIGKILL'))
			ended.promise.then(enough)
		}
		return ended.promise
	}

	return { ready: ready.promise, ended: ended.promise, stop }
}

const codeOf = (error: unknown) =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
