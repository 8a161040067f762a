import { EXIT, isStartProblem, restartHelpsAfter, START_PROBLEMS } from '#contract/start-problems.ts'
import type { Clock } from '#desktop/clock.ts'
import type { ServerEnd } from './server-child.ts'

const WAITS_MS = [500, 2000, 8000]
const WINDOW_MS = 60_000

export type RestartPolicy = {
	afterEnd(): number | null
	forget(): void
}

/** Restarts expire after a minute, so a server that has run well for a minute has all of them available again. */
export function restartPolicy({ now }: Pick<Clock, 'now'>): RestartPolicy {
	let restartsAt: number[] = []
	return {
		afterEnd() {
			restartsAt = restartsAt.filter((at) => now() - at < WINDOW_MS)
			const wait = WAITS_MS[restartsAt.length]
			if (wait === undefined) return null
			restartsAt.push(now() + wait)
			return wait
		},
		forget() {
			restartsAt = []
		},
	}
}

/** The server of a just-killed shell still holds the port for a moment. */
const SAME_PORT_AGAIN_AFTER_MS = 2000

/** Exit codes of the system shell for a file that is not a program or does not exist. */
export const NO_PROGRAM: readonly (number | null)[] = [126, 127]
/** The computer is short of a resource, or the file is being replaced. */
const TEMPORARY_SPAWN_ERRORS = ['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']

export type NextStart = {
	waitMs: number
	port: number
	isRestart: boolean
}

export type StartRules = {
	afterEnd(end: ServerEnd, port: number): NextStart | null
	ran(): void
	forget(): void
}

export function startRules(clock: Pick<Clock, 'now'>): StartRules {
	const restarts = restartPolicy(clock)
	let isSecondTry = false

	function afterPortTaken(port: number): NextStart | null {
		if (port === 0) return null
		isSecondTry = !isSecondTry
		return isSecondTry
			? { waitMs: SAME_PORT_AGAIN_AFTER_MS, port, isRestart: false }
			: { waitMs: 0, port: 0, isRestart: false }
	}

	return {
		afterEnd(end, port) {
			if (end.code === EXIT.portTaken) return afterPortTaken(port)
			if (!restartHelps(end)) return null
			const waitMs = restarts.afterEnd()
			return waitMs === null ? null : { waitMs, port, isRestart: true }
		},
		ran() {
			isSecondTry = false
		},
		forget() {
			isSecondTry = false
			restarts.forget()
		},
	}
}

/** Trusts the server's own code if this version knows it, otherwise the exit code: the server may be newer or older than the app. */
function restartHelps({ refusal, code, spawnError }: ServerEnd): boolean {
	if (spawnError !== null) return TEMPORARY_SPAWN_ERRORS.includes(spawnError)
	if (refusal && isStartProblem(refusal.code)) return START_PROBLEMS[refusal.code].restartHelps
	if (NO_PROGRAM.includes(code)) return false
	return code === null || restartHelpsAfter(code)
}
