import { EXIT, type StartProblem, StartRefused } from '#server/process/start-refused.ts'
import type { CheckedBackup } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { type Pruning, pruneBackups } from './schedule/prune-backups.ts'

declare const self: Worker

/*
 * The worker that makes a backup: on the server's own thread it would keep everybody waiting. An entry of its own in the
 * compiled binary (scripts/build.ts); worker-backup.ts starts it.
 */

/** `pruning`: which old backups are removed afterwards; null removes none. */
export type BackupJob = { source: string; target: string; pruning: Pruning | null; now: Date }
export type BackupReport =
	| { made: true; checked: CheckedBackup; ms: number; removed: string[]; pruneError?: string }
	| { made: false; reason: string; exitCode: number; problem: StartProblem }

self.onmessage = ({ data }: MessageEvent<BackupJob>) => self.postMessage(backUp(data))

function backUp({ source, target, pruning, now }: BackupJob): BackupReport {
	const start = performance.now()
	try {
		const checked = makeBackup({ source, target })
		const ms = Math.round(performance.now() - start)
		return { made: true, checked, ms, ...(pruning ? prune(pruning, now) : { removed: [] }) }
	} catch (error) {
		const { exitCode, problem } =
			error instanceof StartRefused ? error : { exitCode: EXIT.bug, problem: 'bug' as const }
		return { made: false, reason: messageOf(error), exitCode, problem }
	}
}

/** A failure here does not undo the backup. */
function prune(pruning: Pruning, now: Date) {
	try {
		return { removed: pruneBackups(pruning, now).map(({ name }) => name) }
	} catch (error) {
		return { removed: [], pruneError: messageOf(error) }
	}
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
