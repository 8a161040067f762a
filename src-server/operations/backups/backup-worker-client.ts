import { existsSync } from 'node:fs'
import { EXIT, type ExitCode } from '#contract/start-problems.ts'
import type { Log } from '#server/http/request-log.ts'
import { sizeOf } from '#server/process/data/data-file.ts'
import { StartRefused } from '#server/start-refused.ts'
import type {
	BackupJob,
	BackupReport,
	CheckJob,
	CheckReport,
	ForgetJob,
	ForgetReport,
	WorkerJob,
	WorkerMessage,
} from './backup.worker.ts'
import { type Backup, partialOf, removePartial } from './backup-folder.ts'
import { freeBytes } from './make-backup.ts'

export type ServerBackups = {
	runs: BackupRuns
	checks: BackupChecks
	freeBytes(folder: string): number | null
	stop(): void
}

/** `made` gets the path of each verified backup. */
export function serverBackups(made: (path: string) => void = () => {}): ServerBackups {
	const runs = backupRuns(undefined, made)
	const checks = backupChecks()
	return {
		runs,
		checks,
		freeBytes: (folder) => (existsSync(folder) ? freeBytes(folder) : null),
		stop() {
			runs.stop()
			checks.stop()
		},
	}
}

export type BackupLog = Pick<Log, 'info' | 'failure'>

export function logReport(
	log: BackupLog,
	{ target, failed }: { target: string; failed: string },
	report: BackupReport,
) {
	if (!report.made) return log.failure(failed, new StartRefused(report.reason, report.exitCode))
	const { checked, ms, removed, pruneError } = report
	const pruned = removed.length === 0 ? '' : `; ${removed.length} old removed`
	log.info(`Backup made: ${target}, ${(checked.bytes / 1e6).toFixed(1)} MB in ${ms} ms${pruned}`)
	if (pruneError) log.failure('Old backups could not be removed', new StartRefused(pruneError, EXIT.noDataFolder))
}

/** While `copying`, `bytes` of about `ofBytes` are done; then every page is checked. */
export type BackupUnderWay = { startedAt: Date; state: 'copying' | 'checking'; bytes: number; ofBytes: number }
export type BackupFailure = { at: Date; reason: string }

export type BackupRuns = ReturnType<typeof backupRuns>

/** Backups of one server, scheduled or requested by a host, one at a time. */
export function backupRuns(now = () => new Date(), made: (path: string) => void = () => {}) {
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

		/** Null if the last backup succeeded. */
		lastFailure: (): BackupFailure | null => failure,

		/** Records that a due backup could not start, for example because the folder is unreadable. The reason is in the log. */
		failedToStart() {
			failure = { at: now(), reason: UNEXPECTED }
		},

		/** Returns null and starts nothing if a backup is in progress. */
		begin(job: BackupJob): Promise<BackupReport> | null {
			if (run) return null
			const worker = backUpInWorker(job, () => {
				if (run?.worker === worker) run.state = 'checking'
			})
			run = { startedAt: now(), state: 'copying', ofBytes: sizeOf(job.source), target: job.target, worker }
			return worker.report.then((report) => {
				if (report.made) made(job.target)
				return end(report)
			})
		},

		stop() {
			run?.worker.cancel()
			run = null
		},
	}
}

/** Refusals have user-facing messages. Anything else is a bug, whose details are in the log. */
const reasonFor = ({ reason, exitCode }: { reason: string; exitCode: number }) =>
	exitCode === EXIT.bug ? UNEXPECTED : reason

const UNEXPECTED = 'Something unexpected went wrong. The server’s log has the details.'

export type BackupChecks = ReturnType<typeof backupChecks>

export function backupChecks() {
	const requested = new Set<string>()
	const problems = new Map<string, string>()
	let last: Promise<unknown> = Promise.resolve()
	let running: WorkerCheck | null = null
	let isStopped = false

	function check({ name, path }: Backup): Promise<CheckReport> {
		if (isStopped) return new Promise(() => {})
		running = checkInWorker({ path, as: name })
		return running.report
	}

	return {
		isRequested: (name: string): boolean => requested.has(name),

		/** Null unless the last check by this server found a problem. */
		problemOf: (name: string): string | null => problems.get(name) ?? null,

		/** Returns null if that backup is already being checked or queued. */
		begin(backup: Backup): Promise<CheckReport> | null {
			const { name } = backup
			if (requested.has(name)) return null
			requested.add(name)
			const report = last.then(() => check(backup))
			last = report
			return report.then((report) => {
				requested.delete(name)
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

export type WorkerBackup = {
	/** Never rejects. */
	report: Promise<BackupReport>
	/** Stops at once and leaves no file; the report never settles. */
	cancel(): void
}

/** Runs makeBackup in a worker. `isCopied` is called when only the check remains. */
export function backUpInWorker(job: BackupJob, isCopied = () => {}): WorkerBackup {
	const { promise: report, resolve } = Promise.withResolvers<BackupReport>()
	const stop = startWorker({ make: job }, (message) => {
		if (message === 'checking') return isCopied()
		if ('broken' in message) resolve({ made: false, ...message.broken })
		else if ('backup' in message) resolve(message.backup)
	})
	return {
		report,
		cancel() {
			// The worker does not stop inside SQLite. It ends with the process and cannot finish without its file.
			stop()
			removePartial(partialOf(job.target))
		},
	}
}

export type WorkerCheck = {
	/** Never rejects. */
	report: Promise<CheckReport>
	cancel(): void
}

function checkInWorker(job: CheckJob): WorkerCheck {
	const { promise: report, resolve } = Promise.withResolvers<CheckReport>()
	const cancel = startWorker({ check: job }, (message) => {
		if (message === 'checking') return
		if ('broken' in message) resolve({ good: false, ...message.broken })
		else if ('check' in message) resolve(message.check)
	})
	return { report, cancel }
}

/** Never rejects. Cancelling leaves each file as it was, or rewritten. */
export function forgetInWorker(job: ForgetJob): { report: Promise<ForgetReport>; cancel(): void } {
	const { promise: report, resolve } = Promise.withResolvers<ForgetReport>()
	const cancel = startWorker({ forget: job }, (message) => {
		if (message === 'checking') return
		if ('broken' in message) resolve({ done: false, reason: message.broken.reason })
		else if ('forget' in message) resolve(message.forget)
	})
	return { report, cancel }
}

type Broken = { broken: { reason: string; exitCode: ExitCode; problem: 'bug' } }

function startWorker(job: WorkerJob, hear: (message: WorkerMessage | Broken) => void): () => void {
	// In the same folder as this file, both from source and in the binary (scripts/build.ts).
	const worker = new Worker(new URL('./backup.worker.ts', import.meta.url))
	worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
		if (data !== 'checking') worker.terminate()
		hear(data)
	}
	worker.onerror = ({ message }) => hear({ broken: { reason: message, exitCode: EXIT.bug, problem: 'bug' } })
	worker.postMessage(job)
	return () => {
		worker.onmessage = null
		worker.terminate()
	}
}
