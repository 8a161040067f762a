import type { Database as Sqlite } from 'bun:sqlite'
import type { AfterCommit } from './after-commit.ts'

/** Maximum writes per commit; the rest of the turn goes into the next one, and reads are served in between. */
const MOST = 100

type Job = { work: () => unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void }
type Outcome = { result: unknown } | { error: unknown }

/**
 * Writes of one event loop turn share a transaction and so one fsync: five times the throughput with 64 clients
 * (docs/performance.md). Each is answered after the commit, in order of arrival; one that throws is rolled back alone. If
 * the transaction itself fails, for example on a full disk, each write is retried separately.
 */
export function groupCommit(
	sqlite: Sqlite,
	writeWhole: <T>(work: () => T) => T,
	afterCommit: Pick<AfterCommit, 'count' | 'forgetSince'>,
) {
	const savepoint = sqlite.prepare('SAVEPOINT one_of_group')
	const release = sqlite.prepare('RELEASE one_of_group')
	const undo = sqlite.prepare('ROLLBACK TO one_of_group')
	let waiting: Job[] = []

	function attempt({ work }: Job): Outcome {
		savepoint.run()
		const count = afterCommit.count()
		try {
			const result = work()
			release.run()
			return { result }
		} catch (error) {
			// Some errors, such as a full disk, roll back the whole transaction.
			if (!sqlite.inTransaction) throw error
			undo.run()
			release.run()
			afterCommit.forgetSince(count)
			return { error }
		}
	}

	function attemptAlone({ work }: Job): Outcome {
		try {
			return { result: writeWhole(work) }
		} catch (error) {
			return { error }
		}
	}

	function attemptAll(jobs: readonly Job[]): Outcome[] {
		if (jobs.length === 1) return jobs.map(attemptAlone)
		try {
			return writeWhole(() => jobs.map(attempt))
		} catch {
			return jobs.map(attemptAlone)
		}
	}

	function commit() {
		if (waiting.length === 0) return
		const jobs = waiting.slice(0, MOST)
		waiting = waiting.slice(MOST)
		if (waiting.length > 0) setImmediate(commit)
		const outcomes = attemptAll(jobs)
		for (const [nth, { resolve, reject }] of jobs.entries()) {
			const outcome = outcomes[nth] as Outcome
			if ('error' in outcome) reject(outcome.error)
			else resolve(outcome.result)
		}
	}

	return {
		add<T>(work: () => T): Promise<T> {
			const { promise, resolve, reject } = Promise.withResolvers<unknown>()
			waiting.push({ work, resolve, reject })
			if (waiting.length === 1) setImmediate(commit)
			return promise as Promise<T>
		},
		/** Call before closing: SQLite keeps the file open while prepared statements exist. */
		finish() {
			while (waiting.length > 0) commit()
			for (const statement of [savepoint, release, undo]) statement.finalize()
		},
	}
}
