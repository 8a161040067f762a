import { EXIT, type ExitCode } from '#contract/start-problems.ts'
import { partialOf, removePartial } from './backup-folder.ts'
import type { BackupJob, BackupReport, CheckJob, CheckReport, WorkerJob, WorkerMessage } from './backup-worker.ts'

export type WorkerBackup = {
	/** Never rejects. */
	report: Promise<BackupReport>
	/** Stops at once and leaves no file. The report then never comes. */
	cancel(): void
}

/** Makes a backup in a thread of its own (makeBackup). `isCopied` is called when all that is left is to look at it. */
export function backUpInWorker(job: BackupJob, isCopied = () => {}): WorkerBackup {
	const { promise: report, resolve } = Promise.withResolvers<BackupReport>()
	const stop = startWorker({ make: job }, (said) => {
		if (said === 'checking') return isCopied()
		if ('broken' in said) resolve({ made: false, ...said.broken })
		else if ('backup' in said) resolve(said.backup)
	})
	return {
		report,
		cancel() {
			// Inside SQLite it does not react. It ends with the process; without its file it cannot finish.
			stop()
			removePartial(partialOf(job.target))
		},
	}
}

export type WorkerCheck = {
	/** Never rejects. */
	report: Promise<CheckReport>
	/** The report then never comes. */
	cancel(): void
}

/** Reads a backup to its last page in a thread of its own (checkBackup). */
export function checkInWorker(job: CheckJob): WorkerCheck {
	const { promise: report, resolve } = Promise.withResolvers<CheckReport>()
	const cancel = startWorker({ check: job }, (said) => {
		if (said === 'checking') return
		if ('broken' in said) resolve({ good: false, ...said.broken })
		else if ('check' in said) resolve(said.check)
	})
	return { report, cancel }
}

type Broken = { broken: { reason: string; exitCode: ExitCode; problem: 'bug' } }

/** Answers what ends it at once. */
function startWorker(job: WorkerJob, hear: (said: WorkerMessage | Broken) => void): () => void {
	// Beside this file, from source and in the compiled binary alike (scripts/build.ts).
	const worker = new Worker(new URL('./backup-worker.ts', import.meta.url))
	worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
		if (data !== 'checking') worker.terminate()
		hear(data)
	}
	worker.onerror = ({ message }) => hear({ broken: { reason: message, exitCode: EXIT.bug, problem: 'bug' } })
	worker.postMessage(job)
	return () => {
		// What it has said already may still be on its way.
		worker.onmessage = null
		worker.terminate()
	}
}
