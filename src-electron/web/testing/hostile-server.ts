import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { HttpResponse } from '#desktop/web/limited-response.ts'

/** Makes requests with fetch, where the product uses Electron (electron/http-get.ts). */
export const getByFetch = (url: string, signal: AbortSignal): Promise<HttpResponse> =>
	fetch(url, { signal, redirect: 'error' })

const CHUNK_BYTES = 64 * 1024
const DRIP_MS = 20

/** Writes a hostile response to the socket. `json` is the start of a valid response. */
export type HostileBehaviour = (to: Socket, json: string) => void

const head = (...more: string[]) =>
	`${['HTTP/1.1 200 OK', 'Content-Type: application/json', ...more].join('\r\n')}\r\n\r\n`

/** Writes for as long as the client reads. */
function pour(to: Socket, chunk: Buffer) {
	while (!to.destroyed && to.write(chunk)) {}
	to.once('drain', () => pour(to, chunk))
}

function drip(to: Socket, text: string) {
	to.write(text)
	const timer = setInterval(() => to.write(text), DRIP_MS)
	to.once('close', () => clearInterval(timer))
}

/** 64 MB of spaces, compressed to 64 KB. */
const PACKED = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))

export const HOSTILE: Record<string, HostileBehaviour> = {
	'goes on without end': (to, json) => {
		to.write(head() + json.slice(0, -1))
		pour(to, Buffer.from(',"more":"x"'.repeat(CHUNK_BYTES / 11)))
	},
	'drips on without end': (to, json) => {
		to.write(head() + json.slice(0, -1))
		drip(to, ' ')
	},
	'says nothing': () => {},
	'has headers without end': (to) => {
		to.write('HTTP/1.1 200 OK\r\n')
		pour(to, Buffer.from(`X-More: ${'x'.repeat(1000)}\r\n`.repeat(CHUNK_BYTES / 1010)))
	},
	'drips headers without end': (to) => {
		to.write('HTTP/1.1 200 OK\r\n')
		drip(to, 'X-More: x\r\n')
	},
	'unpacks to gigabytes': (to) => {
		to.write(head('Content-Encoding: gzip'))
		pour(to, PACKED)
	},
	'announces more than it says': (to, json) => to.write(head('Content-Length: 1000000') + json),
}

/** A hostile server on this computer that counts the bytes it sent. */
export async function hostileServer(hostility: HostileBehaviour, json = '{"product":"Backseat","version":"0.1.0"}') {
	const connections = new Set<Socket>()
	let sentBytes = 0
	let visitors = 0
	const server = createServer((to) => {
		visitors += 1
		connections.add(to)
		to.on('error', () => {})
		to.once('close', () => {
			sentBytes += to.bytesWritten
			connections.delete(to)
		})
		to.once('data', () => hostility(to, json))
	}).listen(0, '127.0.0.1')
	await new Promise((resolve) => server.once('listening', resolve))
	const address = server.address()
	if (!address || typeof address === 'string') throw new Error('It has no port')
	return {
		base: `http://127.0.0.1:${address.port}/`,
		visitors: () => visitors,
		/** Resolves to the number of bytes sent, once the client has stopped reading. */
		sentBytes: async () => {
			await Promise.all([...connections].map((one) => new Promise((resolve) => one.once('close', resolve))))
			return sentBytes
		},
		close: () => {
			for (const one of connections) one.destroy()
			server.close()
		},
	}
}
