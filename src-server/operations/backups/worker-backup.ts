import { EXIT } from '#server/process/start-refused.ts'
import { partialOf, removePartial } from './backup-folder.ts'
import type { BackupJob, BackupReport } from './backup-worker.ts'

export type WorkerBackup = {
	/** Never rejects. */
	report: Promise<BackupReport>
	/** Stops at once and leaves no file. The report then never comes. */
	cancel(): void
}

/** Makes a backup in a thread of its own (makeBackup). */
export function backUpInWorker(job: BackupJob): WorkerBackup {
	const { promise: report, resolve } = Promise.withResolvers<BackupReport>()
	// Beside this file, from source and in the compiled binary alike (scripts/build.ts).
	const worker = new Worker(new URL('./backup-worker.ts', import.meta.url))
	worker.onmessage = ({ data }: MessageEvent<BackupReport>) => {
		worker.terminate()
		resolve(data)
	}
	worker.onerror = ({ message }) => resolve({ made: false, reason: message, exitCode: EXIT.bug, problem: 'bug' })
	worker.postMessage(job)
	return {
		report,
		cancel() {
			// Inside SQLite it does not react. It ends with the process; without its file it cannot finish.
			worker.terminate()
			removePartial(partialOf(job.target))
		},
	}
}
