import { busy, tooMany } from '#server/http/problems.ts'

/** After this time, one of the caller's streams has most likely ended. */
const RETRY_AFTER_SECONDS = 5

const encoder = new TextEncoder()

/**
 * Streams long texts: builds each piece in its own turn of the event loop, and only when the reader has room for it. A
 * disconnected reader ends the stream. Limits apply in total and per owner, because each stream holds a connection and a
 * page of rows.
 */
export function textStreams({ atOnce, ofOne }: { atOnce: number; ofOne: number }) {
	const open = new Map<number, number>()
	let count = 0

	function take(owner: number) {
		if (count >= atOnce) throw busy()
		const ofOwner = open.get(owner) ?? 0
		if (ofOwner >= ofOne) throw tooMany(RETRY_AFTER_SECONDS)
		open.set(owner, ofOwner + 1)
		count += 1
		let isOver = false
		return () => {
			if (isOver) return
			isOver = true
			count -= 1
			const left = (open.get(owner) ?? 1) - 1
			if (left === 0) open.delete(owner)
			else open.set(owner, left)
		}
	}

	return {
		/** An error midway aborts the answer, so that the reader knows it is incomplete. */
		open(owner: number, pieces: Generator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
			const end = take(owner)
			return new ReadableStream<Uint8Array<ArrayBuffer>>(
				{
					async pull(controller) {
						await new Promise(setImmediate)
						try {
							let { done, value } = pieces.next()
							// An empty piece means work without output yet.
							while (!done && value === '') {
								await new Promise(setImmediate)
								;({ done, value } = pieces.next())
							}
							if (!done) return controller.enqueue(encoder.encode(value))
							end()
							controller.close()
						} catch (error) {
							end()
							controller.error(error)
						}
					},
					cancel() {
						end()
						pieces.return(undefined)
					},
				},
				{ highWaterMark: 0 },
			)
		},
	}
}
