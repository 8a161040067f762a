import { connect } from 'node:net'
import * as fc from 'fast-check'
import pLimit from 'p-limit'

const AT_ONCE = 64
const PATIENCE_MS = 20_000

const WELL_FORMED = [
	'GET /api/home HTTP/1.1\r\nHost: localhost\r\n\r\n',
	'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nRange: bytes=0-9\r\n\r\n',
	'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
	'POST /api/ratings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
]

const NONSENSE = [
	'',
	'\r\n',
	'\0',
	'GET',
	'GET /',
	'GET / HTTP/9.9\r\n\r\n',
	'GET /\r\n\r\n',
	'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',

	'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
	'SSH-2.0-x\r\n',
	'EHLO x\r\n',
	'{"jsonrpc":"2.0"}\n',
	'*1\r\n$4\r\nPING\r\n',
	'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
	'GET /api/home HTTP/1.1\r\n\r\n',
	'GET /api/home HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
	'GET /api/home HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n',
	'GET /api/home HTTP/1.1\r\nHost: localhost\r\nX: a\r\n folded\r\n\r\n',
	'GET /api/home HTTP/1.1\r\nHost : localhost\r\n\r\n',
	'GET /a b c HTTP/1.1\r\nHost: localhost\r\n\r\n',
	'GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n',
	'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n',
	'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
	'GET /api/home HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
	'GET /api/home HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
	'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/users HTTP/1.1\r\n\r\n',
	'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x',
	...['-1', '+2', '0x2', '2,2', '1e3', '99999999999999999999', ''].map(
		(length) =>
			`POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{}`,
	),
	...['-1', 'ffffffffffffffffff', 'g', '2;x=y', '0x2', '1\r\n'].map(
		(size) =>
			`POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n{}\r\n0\r\n\r\n`,
	),
	`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
	`GET / HTTP/1.1\r\nHost: localhost\r\n${'X-Bomb: boom\r\n'.repeat(20_000)}\r\n`,
	`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'a=b; '.repeat(20_000)}\r\n\r\n`,
	`POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`,
	'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200),
]

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

const garbled = fc
	.tuple(
		fc.constantFrom(...WELL_FORMED),
		fc.array(fc.tuple(fc.nat(), fc.constantFrom('lost', 'doubled', 'changed', 'cut'), fc.nat({ max: 255 })), {
			minLength: 1,
			maxLength: 6,
		}),
	)
	.map(([text, harms]) => {
		let bytes = [...bytesOf(text)]
		for (const [where, harm, byte] of harms) {
			const at = where % Math.max(1, bytes.length)
			if (harm === 'cut') bytes = bytes.slice(0, at)
			else if (harm === 'lost') bytes.splice(at, 1)
			else if (harm === 'doubled') bytes.splice(at, 0, byte, byte)
			else bytes[at] = byte
		}
		return Buffer.from(bytes)
	})

const anything = fc.oneof(
	{ weight: 3, arbitrary: garbled },
	{ weight: 2, arbitrary: fc.constantFrom(...NONSENSE).map(bytesOf) },
	{ weight: 1, arbitrary: fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)) },
)

function sendBytes({ hostname, port }: URL, bytes: Buffer): Promise<string | 'nothing happened'> {
	const { promise, resolve } = Promise.withResolvers<string>()
	let heard = ''
	const socket = connect(Number(port), hostname, () => socket.end(bytes))
	socket.on('data', (more) => {
		heard += more.toString('latin1')
	})
	socket.on('error', () => resolve(heard)).on('close', () => resolve(heard))
	socket.setTimeout(PATIENCE_MS, () => {
		resolve('nothing happened')
		socket.destroy()
	})
	return promise
}

export async function sendNonsense({ origin, times, seed }: { origin: string; times: number; seed: number }) {
	const gate = pLimit(AT_ONCE)
	const statuses: Record<string, number> = {}
	const faults: string[] = []
	const once = async (bytes: Buffer) => {
		const heard = await sendBytes(new URL(origin), bytes)
		const answers = [...heard.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
		for (const status of answers.length > 0 ? answers : ['closed']) statuses[status] = (statuses[status] ?? 0) + 1
		const what = () => JSON.stringify(bytes.toString('latin1').slice(0, 500))
		if (heard === 'nothing happened') faults.push(`The connection stays open after ${what()}`)
		// Bun answers invalid HTTP with 505.
		if (answers.some((status) => status >= 500 && status !== 505)) faults.push(`${answers} to ${what()}`)
	}
	const all = [...NONSENSE.map(bytesOf), ...fc.sample(anything, { seed, numRuns: times })].slice(0, times)
	await Promise.all(all.map((bytes) => gate(once, bytes)))
	return { statuses, faults }
}
