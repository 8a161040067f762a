/** Where lines go. `takeLost` answers how many were lost since it was last asked. */
export type LogSink = { write(text: string, isImportant: boolean): void; takeLost(): number }

const WAITING_MAX = 1024 * 1024
const IMPORTANT_WAITING_MAX = 8 * WAITING_MAX

/** Characters that were said and not yet taken. */
let waiting = 0
let lost = 0
let drained = Promise.withResolvers<void>()
drained.resolve()

/** Said and not yet written, for so long at most. */
let batch = ''
const BATCH_MS = 20

/**
 * Standard error. What is said within 20 ms is written at once: a write for each line cost a small answer a tenth of its
 * time. Warnings and errors do not wait, nor does what is said when the process ends.
 * Bun writes what the other end takes, and keeps the rest in memory for as long as nobody reads; here that ends at one
 * megabyte for information, and at eight for warnings and errors. Each write has a callback, as Bun's `drain` event comes
 * too early when somebody reads while we write (Bun 1.4.5).
 */
export const stderrSink: LogSink = {
	write(text, isImportant) {
		if (waiting > (isImportant ? IMPORTANT_WAITING_MAX : WAITING_MAX)) {
			lost++
			return
		}
		if (waiting === 0) drained = Promise.withResolvers()
		waiting += text.length
		if (batch === '') setTimeout(writeBatch, BATCH_MS).unref()
		batch += text
		if (isImportant) writeBatch()
	},
	takeLost() {
		if (waiting > 0) return 0
		const taken = lost
		lost = 0
		return taken
	},
}

function writeBatch() {
	const text = batch
	if (text === '') return
	batch = ''
	process.stderr.write(text, () => {
		waiting -= text.length
		if (waiting === 0) drained.resolve()
	})
}

process.on('exit', writeBatch)

/** Settles when everything said so far has been read. Never, if nobody reads. */
export function stderrDrained(): Promise<void> {
	writeBatch()
	return drained.promise
}
