/** Where lines go. `takeLost` answers how many were lost since it was last asked. */
export type Sink = { write(text: string, isImportant: boolean): void; takeLost(): number }

const WAITING_MAX = 1024 * 1024
const IMPORTANT_WAITING_MAX = 8 * WAITING_MAX

let waiting = 0
let lost = 0
let drained: Promise<void> | null = null

/**
 * Standard error. Bun writes at once what the other end takes, and keeps the rest in memory for as long as nobody
 * reads; here that ends at one megabyte for information, and at eight for warnings and errors.
 */
export const stderrSink: Sink = {
	write(text, isImportant) {
		if (waiting > (isImportant ? IMPORTANT_WAITING_MAX : WAITING_MAX)) lost++
		else if (!process.stderr.write(text)) {
			waiting += text.length
			drained ??= nextDrain()
		}
	},
	takeLost() {
		if (waiting > 0) return 0
		const taken = lost
		lost = 0
		return taken
	},
}

function nextDrain(): Promise<void> {
	return new Promise((resolve) =>
		process.stderr.once('drain', () => {
			waiting = 0
			drained = null
			resolve()
		}),
	)
}

/** Settles when everything written so far has been read. Never, if nobody reads. */
export const stderrDrained = async (): Promise<void> => {
	await drained
}
