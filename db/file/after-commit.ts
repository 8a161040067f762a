/**
 * What waits for the write that is going on: done once that is on disk, in the order in which it was asked for, and
 * forgotten with what is undone.
 */
export function afterCommit() {
	let waiting: (() => void)[] = []
	return {
		add: (run: () => void) => {
			waiting.push(run)
		},
		/** A place to come back to with `forgetSince`. */
		count: () => waiting.length,
		/** What was asked for since then was undone. */
		forgetSince: (count: number) => {
			waiting.length = count
		},
		/** After the commit. Nothing of it may throw: what it follows has happened. */
		runAll() {
			const due = waiting
			waiting = []
			for (const run of due) run()
		},
	}
}
export type AfterCommit = ReturnType<typeof afterCommit>
