import { EXIT } from '#contract/start-problems.ts'
import type { Backup } from '#server/operations/backups/backup-folder.ts'
import type { CheckReport } from '#server/operations/backups/backup-worker.ts'
import { checkInWorker, type WorkerCheck } from '#server/operations/backups/worker-backup.ts'

export type BackupChecks = ReturnType<typeof backupChecks>

/** The backups that one server reads to their last page because somebody asked, one after another. */
export function backupChecks() {
	const asked = new Set<string>()
	const problems = new Map<string, string>()
	let last: Promise<unknown> = Promise.resolve()
	let running: WorkerCheck | null = null
	let isStopped = false

	/** Never settles once it is stopped. */
	function check({ name, path }: Backup): Promise<CheckReport> {
		if (isStopped) return new Promise(() => {})
		running = checkInWorker({ path, as: name })
		return running.report
	}

	return {
		isAsked: (name: string): boolean => asked.has(name),

		/** What the last look at it found wrong, since the start of this server. */
		problemOf: (name: string): string | null => problems.get(name) ?? null,

		/** Null where that one is being looked at, or will be. */
		begin(backup: Backup): Promise<CheckReport> | null {
			const { name } = backup
			if (asked.has(name)) return null
			asked.add(name)
			const report = last.then(() => check(backup))
			last = report
			return report.then((report) => {
				asked.delete(name)
				if (report.good) problems.delete(name)
				else problems.set(name, report.exitCode === EXIT.bug ? 'It could not be read.' : report.reason)
				return report
			})
		},

		stop() {
			isStopped = true
			running?.cancel()
		},
	}
}
