import { statSync } from 'node:fs'
import { EXIT } from '#contract/start-problems.ts'
import { partialOf } from '#server/operations/backups/backup-folder.ts'
import type { BackupJob, BackupReport } from '#server/operations/backups/backup-worker.ts'
import { backUpInWorker, type WorkerBackup } from '#server/operations/backups/worker-backup.ts'

/** `bytes` of about `ofBytes` are copied; then all of them are looked at. */
export type BackupUnderWay = { startedAt: Date; state: 'copying' | 'checking'; bytes: number; ofBytes: number }
export type BackupFailure = { at: Date; reason: string }

export type BackupRuns = ReturnType<typeof backupRuns>

/** The backups that one server makes, by its schedule or for somebody: one at a time. */
export function backupRuns(now = () => new Date()) {
	type Run = Omit<BackupUnderWay, 'bytes'> & { target: string; worker: WorkerBackup }
	let run: Run | null = null
	let failure: BackupFailure | null = null

	function end(report: BackupReport): BackupReport {
		run = null
		failure = report.made ? null : { at: now(), reason: reasonFor(report) }
		return report
	}

	return {
		underWay(): BackupUnderWay | null {
			if (!run) return null
			const { startedAt, state, ofBytes, target } = run
			const bytes = state === 'checking' ? ofBytes : Math.min(ofBytes, sizeOf(partialOf(target)))
			return { startedAt, state, bytes, ofBytes }
		},

		/** Why the last one was not made; null when it was. */
		lastFailure: (): BackupFailure | null => failure,

		/** Null, and nothing is begun, while one is being made. */
		begin(job: BackupJob): Promise<BackupReport> | null {
			if (run) return null
			const worker = backUpInWorker(job, () => {
				if (run?.worker === worker) run.state = 'checking'
			})
			run = { startedAt: now(), state: 'copying', ofBytes: sizeOf(job.source), target: job.target, worker }
			return worker.report.then(end)
		},

		/** What is being made is cancelled, and nothing of it stays; its report never comes. */
		stop() {
			run?.worker.cancel()
			run = null
		},
	}
}

/** What was refused is said in words for people. Anything else is a bug, and in the log. */
const reasonFor = ({ reason, exitCode }: { reason: string; exitCode: number }) =>
	exitCode === EXIT.bug ? 'Something unexpected went wrong. The server’s log has the details.' : reason

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
