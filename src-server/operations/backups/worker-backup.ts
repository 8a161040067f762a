import { EXIT } from '#server/process/start-refused.ts'
import { partialOf, removePartial } from './backup-folder.ts'
import type { BackupOrder, BackupReport } from './backup-worker.ts'

export type WorkerBackup = {
	/** Never rejects. */
	report: Promise<BackupReport>
	/** Waits for nothing, and leaves nothing. The report then never comes. */
	giveUp(): void
}

/** Makes a backup in a thread of its own (makeBackup). */
export function backUpInWorker(order: BackupOrder): WorkerBackup {
	const { promise: report, resolve } = Promise.withResolvers<BackupReport>()
	// Beside this file, from source and in the compiled binary alike (scripts/build.ts).
	const worker = new Worker(new URL('./backup-worker.ts', import.meta.url))
	worker.onmessage = ({ data }: MessageEvent<BackupReport>) => {
		worker.terminate()
		resolve(data)
	}
	worker.onerror = ({ message }) => resolve({ made: false, reason: message, exitCode: EXIT.bug })
	worker.postMessage(order)
	return {
		report,
		giveUp() {
			// It may be deep in SQLite, where it hears nothing. It ends with the process; without its file it cannot finish.
			worker.terminate()
			removePartial(partialOf(order.target))
		},
	}
}
