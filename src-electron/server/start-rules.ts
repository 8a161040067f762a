import { EXIT, isStartProblem, restartHelpsAfter, START_PROBLEMS } from '#contract/start-problems.ts'
import type { Clock } from '#desktop/clock.ts'
import type { ServerEnd } from './server-child.ts'

const WAITS_MS = [500, 2000, 8000]
const WINDOW_MS = 60_000

export type RestartPolicy = {
	/** How long to wait before the next start; null when it has been restarted too often within a minute. */
	afterEnd(): number | null
	/** A person asked: all restarts are theirs again. */
	forget(): void
}

/** A server that ran well for a minute has all its restarts again, because the earlier ones are then too long ago. */
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

/** A server whose shell was just killed still holds the port for a moment. */
const SAME_PORT_AGAIN_AFTER_MS = 2000

/** How the system's own shell ends for a file that is no program, or is not there. */
export const NO_PROGRAM: readonly (number | null)[] = [126, 127]
/** The computer is short of something, or the file is just being replaced. */
const TEMPORARY_SPAWN_ERRORS = ['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']

export type NextStart = {
	waitMs: number
	port: number
	/** True if it had been running or failed to start; false while it only tries another port. */
	isRestart: boolean
}

export type StartRules = {
	/** When and where to start after it ended, having been started on `port`. Null: only a person can help now. */
	afterEnd(end: ServerEnd, port: number): NextStart | null
	/** It runs: the tries for a taken port are counted from zero again. */
	ran(): void
	/** A person asked: everything may be tried again. */
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

/** By the server's own word, if this version knows it, or else by how it ended: it may be newer than the app, or older. */
function restartHelps({ refusal, code, spawnError }: ServerEnd): boolean {
	if (spawnError !== null) return TEMPORARY_SPAWN_ERRORS.includes(spawnError)
	if (refusal && isStartProblem(refusal.code)) return START_PROBLEMS[refusal.code].restartHelps
	if (NO_PROGRAM.includes(code)) return false
	return code === null || restartHelpsAfter(code)
}
