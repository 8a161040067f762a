import { EXIT, type ExitCode, type StartProblem } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { type BackupPaths, type Pruning, pruneBackups } from './backup-folder.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'
import type { Forgetting } from './left-members.ts'
import { makeBackup } from './make-backup.ts'

declare const self: Worker

/*
 * Makes or checks one backup, or rewrites some, off the server's main thread, which it would block. A separate entry point in the binary
 * (scripts/build.ts), started by backup-worker-client.ts.
 */

/** `pruning` is null if no old backups are removed afterwards. */
export type BackupJob = { source: string; target: string; pruning: Pruning | null; now: Date }
export type CheckJob = { path: string; as: string }
export type ForgetJob = { paths: BackupPaths; now: Date }

type NotDone = { reason: string; exitCode: ExitCode; problem: StartProblem }
export type BackupReport =
	| { made: true; checked: CheckedBackup; ms: number; removed: string[]; pruneError?: string }
	| ({ made: false } & NotDone)
export type CheckReport = { good: true; checked: CheckedBackup } | ({ good: false } & NotDone)

export type ForgetReport = { done: true; forgetting: Forgetting } | { done: false; reason: string }

export type WorkerJob = { make: BackupJob } | { check: CheckJob } | { forget: ForgetJob }
export type WorkerMessage = 'checking' | { backup: BackupReport } | { check: CheckReport } | { forget: ForgetReport }

self.onmessage = async ({ data }: MessageEvent<WorkerJob>) =>
	post('make' in data ? backUp(data.make) : 'check' in data ? check(data.check) : await forget(data.forget))

const post = (message: WorkerMessage) => self.postMessage(message)

function backUp({ source, target, pruning, now }: BackupJob): WorkerMessage {
	const start = performance.now()
	try {
		const checked = makeBackup({ source, target, isCopied: () => post('checking') })
		const ms = Math.round(performance.now() - start)
		return { backup: { made: true, checked, ms, ...(pruning ? prune(pruning, now) : { removed: [] }) } }
	} catch (error) {
		return { backup: { made: false, ...notDone(error) } }
	}
}

function check({ path, as }: CheckJob): WorkerMessage {
	try {
		return { check: { good: true, checked: checkBackup(path, { as, advice: 'It was left as it is.' }) } }
	} catch (error) {
		return { check: { good: false, ...notDone(error) } }
	}
}

/** Loads all queries of the data, which other jobs of this thread do not need. */
async function forget({ paths, now }: ForgetJob): Promise<WorkerMessage> {
	try {
		const { forgetLeft } = await import('./left-members.ts')
		return { forget: { done: true, forgetting: forgetLeft(paths, now) } }
	} catch (error) {
		return { forget: { done: false, reason: messageOf(error) } }
	}
}

function prune(pruning: Pruning, now: Date) {
	try {
		return { removed: pruneBackups(pruning, now).map(({ name }) => name) }
	} catch (error) {
		return { removed: [], pruneError: messageOf(error) }
	}
}

function notDone(error: unknown): NotDone {
	const { exitCode, problem } = error instanceof StartRefused ? error : { exitCode: EXIT.bug, problem: 'bug' as const }
	return { reason: messageOf(error), exitCode, problem }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
