const LINE_MAX_CHARACTERS = 1000

/**
 * Makes lines of a stream's chunks, which end anywhere, also within a character. Keeps no more than one line's worth.
 * `isCut`: the line was longer, or the program ended in the middle of it.
 */
export function lineReader(onLine: (line: string, isCut: boolean) => void) {
	const decoder = new TextDecoder()
	let line = ''
	let isCut = false

	function add(text: string) {
		const room = LINE_MAX_CHARACTERS - line.length
		isCut ||= text.length > room
		line += text.slice(0, room)
	}

	function finish() {
		onLine(line.replace(/\r$/, ''), isCut)
		line = ''
		isCut = false
	}

	function take(text: string) {
		const [rest = '', ...next] = text.split('\n')
		add(rest)
		for (const piece of next) {
			finish()
			add(piece)
		}
	}

	return {
		read: (chunk: Uint8Array) => take(decoder.decode(chunk, { stream: true })),
		/** The stream has ended: what there is of a last line counts. */
		end() {
			take(decoder.decode())
			if (line === '') return
			isCut = true
			finish()
		},
	}
}
