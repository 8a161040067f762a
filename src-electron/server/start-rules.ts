import type { Clock } from './clock.ts'
import { EXIT } from './exit-codes.ts'
import type { ServerEnd } from './process/server-child.ts'
import { restartPolicy } from './restart-policy.ts'

/** A server whose shell was just killed still holds the port for a moment. */
const SAME_PORT_AGAIN_AFTER_MS = 2000

/** These end the same way each time, until a person changes something. */
const NEEDS_A_PERSON: readonly (number | null)[] = [
	EXIT.badFlag,
	EXIT.badData,
	EXIT.noDataFolder,
	EXIT.dataInUse,
	EXIT.badSetting,
	EXIT.notExecutable,
	EXIT.notFound,
]
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
			if (NEEDS_A_PERSON.includes(end.code)) return null
			if (end.spawnError !== null && !TEMPORARY_SPAWN_ERRORS.includes(end.spawnError)) return null
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
