import * as v from 'valibot'

const LINE_MAX_CHARACTERS = 1000

/**
 * Splits a stream's chunks into lines; a chunk may end within a character. Buffers at most one line's limit.
 * `isCut` means that the line was longer, or the program ended in the middle of it.
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
		end() {
			take(decoder.decode())
			if (line === '') return
			isCut = true
			finish()
		},
	}
}

const LINES_MAX = 50
/** A shorter prefix of a secret reveals nothing, so it is not masked. */
const MASKED_FROM_LENGTH = 4
const MASK = '•••'

export type LogRing = {
	/** `isCut` means that the line was truncated and may end within a secret. */
	add(line: string, isCut?: boolean): void
	masked(line: string): string
	lines(): string[]
}

/** Masks secrets and removes control characters. */
export function logRing({ secrets }: { secrets: readonly string[] }): LogRing {
	const lines: string[] = []
	const masked = (line: string) => withoutSecrets(line, secrets).replaceAll(/\p{Cc}+/gu, ' ')
	return {
		add(line, isCut = false) {
			lines.push(masked(isCut ? `${withoutSecretAtEnd(line, secrets)}…` : line))
			if (lines.length > LINES_MAX) lines.shift()
		},
		masked,
		lines: () => [...lines],
	}
}

const withoutSecrets = (text: string, secrets: readonly string[]) =>
	secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, MASK)), text)

function withoutSecretAtEnd(text: string, secrets: readonly string[]): string {
	for (const secret of secrets)
		for (let length = secret.length; length >= MASKED_FROM_LENGTH; length--)
			if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MASK
	return text
}

const HttpAddress = v.pipe(v.string(), v.url(), v.regex(/^http:\/\/.+\/$/))

const Readiness = v.object({
	ready: v.literal(true),
	/** The app's window opens it with the secret, so it must be on this computer. */
	address: v.pipe(HttpAddress, v.regex(/^http:\/\/(localhost|127\.0\.0\.1):\d+\//)),
	lanAddress: v.nullable(HttpAddress),
	version: v.string(),
})
export type Readiness = v.InferOutput<typeof Readiness>

const StartRefusal = v.object({
	ready: v.literal(false),
	/** May be a code that this version does not know. */
	code: v.string(),
	/** User-facing; the wording may change between versions. */
	message: v.string(),
})
export type StartRefusal = v.InferOutput<typeof StartRefusal>

const StartLine = v.variant('ready', [Readiness, StartRefusal])

export function startLineIn(line: string): Readiness | StartRefusal | null {
	try {
		return v.parse(StartLine, JSON.parse(line))
	} catch {
		return null
	}
}
