import { connect, type Socket } from 'node:net'
import { isEventStream } from '#server/testing/answer-text.ts'
import type { HostileAnswer } from './hostile-answers.ts'
import type { Send } from './hostile-people.ts'

const PATIENCE_MS = 30_000

/** The result of a request on a connection: an answer, or only its end. */
export type WireAnswer = HostileAnswer | 'closed'

/**
 * One keep-alive connection that sends bytes exactly as given. `fetch` would normalize addresses, refuse methods and
 * correct headers.
 */
export function wire({ hostname, port }: { hostname: string; port: string }) {
	let socket: Socket | null = null
	let heard = Buffer.alloc(0)
	let onNews = () => {}

	const open = () => {
		const fresh = connect(Number(port), hostname)
		heard = Buffer.alloc(0)
		fresh.on('data', (bytes: Buffer) => {
			heard = Buffer.concat([heard, bytes])
			onNews()
		})
		const end = () => {
			if (socket === fresh) socket = null
			onNews()
		}
		fresh.on('error', end).on('close', end).on('end', end)
		socket = fresh
		return fresh
	}

	/** Waits until `found` returns a result or the server closes the connection. */
	const until = async <T>(found: (isOver: boolean) => T | undefined): Promise<T | 'closed'> => {
		const { promise, resolve, reject } = Promise.withResolvers<T | 'closed'>()
		const late = setTimeout(() => reject(new Error(`No answer in ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
		onNews = () => {
			const isOver = socket === null
			const answer = found(isOver)
			if (answer !== undefined) resolve(answer)
			else if (isOver) resolve('closed')
		}
		onNews()
		return promise.finally(() => {
			clearTimeout(late)
			onNews = () => {}
		})
	}

	const answerTo = async (isHead: boolean): Promise<WireAnswer> => {
		const answer = await until((isOver) => {
			const parsed = parseAnswer(heard, isHead, isOver)
			if (parsed) heard = heard.subarray(parsed.length)
			return parsed?.answer
		})
		if (answer !== 'closed' && (answer.headers.get('connection') === 'close' || isEventStream(answer.headers))) hangUp()
		return answer
	}

	const hangUp = () => {
		socket?.destroy()
		socket = null
	}

	return {
		exchange(bytes: string | Uint8Array, isHead = false): Promise<WireAnswer> {
			const out = socket ?? open()
			out.write(bytes)
			return answerTo(isHead)
		},
		/** The next answer on the same connection, to an earlier request. */
		next: () => answerTo(false),
		hangUp,
	}
}

/** Parses the first complete answer and returns it with its length in bytes. */
function parseAnswer(
	bytes: Buffer,
	isHead: boolean,
	isOver: boolean,
): { answer: HostileAnswer; length: number } | null {
	const headEnd = bytes.indexOf('\r\n\r\n')
	if (headEnd < 0) return null
	const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
	const status = Number(first.split(' ')[1])
	const start = headEnd + 4
	if (status >= 100 && status < 200) {
		const next = parseAnswer(bytes.subarray(start), isHead, isOver)
		return next && { ...next, length: next.length + start }
	}
	const headers = new Headers()
	for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
	const body = bodyAfter(bytes.subarray(start), headers, isHead || status === 204 || status === 304, isOver)
	return body && { answer: { status, headers, body: body.text }, length: start + body.length }
}

function bodyAfter(rest: Buffer, headers: Headers, isBare: boolean, isOver: boolean) {
	if (isBare || isEventStream(headers)) return { text: '', length: 0 }
	if (headers.get('transfer-encoding') === 'chunked') return chunksIn(rest)
	const announced = headers.get('content-length')
	const length = announced === null ? (isOver ? rest.length : Number.POSITIVE_INFINITY) : Number(announced)
	return rest.length < length ? null : { text: rest.toString('utf8', 0, length), length }
}

function chunksIn(rest: Buffer): { text: string; length: number } | null {
	let text = ''
	for (let at = 0; ; ) {
		const lineEnd = rest.indexOf('\r\n', at)
		if (lineEnd < 0) return null
		const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16)
		at = lineEnd + 2 + size + 2
		if (rest.length < at) return null
		if (size === 0) return { text, length: at }
		text += rest.toString('utf8', at - size - 2, at - 2)
	}
}

/** Sends requests over such a connection. Throws if the server closes it without an answer. */
export function wireSend(line: ReturnType<typeof wire>): Send {
	return async ({ method, target, host, headers, body }) => {
		const head = [
			`${method} ${target} HTTP/1.1`,
			`Host: ${host}`,
			...headers.map(([name, value]) => `${name}: ${value}`),
		]
		if (body) head.push(`Content-Length: ${body.length}`)
		const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? new Uint8Array()])
		const answer = await line.exchange(bytes, method === 'HEAD')
		// The server may have closed the idle connection, so send the request again.
		const last = answer === 'closed' ? await line.exchange(bytes, method === 'HEAD') : answer
		if (last === 'closed') throw new Error('The server hung up without a word')
		return last
	}
}
