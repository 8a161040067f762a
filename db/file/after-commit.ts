export function afterCommit() {
	let waiting: (() => void)[] = []
	return {
		add: (run: () => void) => {
			waiting.push(run)
		},
		count: () => waiting.length,
		forgetSince: (count: number) => {
			waiting.length = count
		},
		/** Callbacks must not throw, because the write can no longer fail. */
		runAll() {
			const due = waiting
			waiting = []
			for (const run of due) run()
		},
	}
}
export type AfterCommit = ReturnType<typeof afterCommit>
