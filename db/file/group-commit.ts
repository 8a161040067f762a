import type { Database as Sqlite } from 'bun:sqlite'
import type { AfterCommit } from './after-commit.ts'

/** So many at most wait for one commit: the others of a turn have the next, and readers are answered in between. */
const MOST = 100

type Job = { work: () => unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void }
type Outcome = { result: unknown } | { error: unknown }

/**
 * Writes that arrive in one turn of the event loop share one transaction, and so one wait for the disk: with 64 clients
 * five times as many (docs/performance.md). Each is answered after the commit, in the order of arrival; one that throws
 * is undone alone. When the transaction itself fails, for want of room say, each is tried again by itself.
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

	/** One write among others. */
	function attempt({ work }: Job): Outcome {
		savepoint.run()
		const count = afterCommit.count()
		try {
			const result = work()
			release.run()
			return { result }
		} catch (error) {
			// Some errors, of a full disk for one, have ended the whole transaction.
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
		/** Settles when what `work` did is on disk, or will never have happened. */
		add<T>(work: () => T): Promise<T> {
			const { promise, resolve, reject } = Promise.withResolvers<unknown>()
			waiting.push({ work, resolve, reject })
			if (waiting.length === 1) setImmediate(commit)
			return promise as Promise<T>
		},
		/** Before the file is closed: it would stay open for as long as there are statements. */
		finish() {
			while (waiting.length > 0) commit()
			for (const statement of [savepoint, release, undo]) statement.finalize()
		},
	}
}
