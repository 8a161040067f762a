/** Callbacks that wait for the current write: run in order after the commit, dropped on rollback. */
export function afterCommit() {
	let waiting: (() => void)[] = []
	return {
		add: (run: () => void) => {
			waiting.push(run)
		},
		/** The argument for `forgetSince`, like a savepoint. */
		count: () => waiting.length,
		forgetSince: (count: number) => {
			waiting.length = count
		},
		/** Runs after the commit. Callbacks must not throw, because the write can no longer fail. */
		runAll() {
			const due = waiting
			waiting = []
			for (const run of due) run()
		},
	}
}
export type AfterCommit = ReturnType<typeof afterCommit>
