import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { webAnswer } from './web-answer.ts'

setDefaultTimeout(20_000)

const servers: Server[] = []
afterEach(() => {
	for (const server of servers.splice(0)) server.close()
})

/** A server that answers with these bytes of their own making. */
async function webServer(answers: (socket: Socket) => void): Promise<{ address: URL; isClosed: Promise<void> }> {
	const { promise: isClosed, resolve } = Promise.withResolvers<void>()
	const server = createServer((socket) => {
		socket.on('error', () => {}).on('close', () => resolve())
		socket.resume()
		answers(socket)
	})
	servers.push(server)
	await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
	return { address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), isClosed }
}

function sendForEver(socket: Socket, text: string) {
	const send = () => {
		while (!socket.destroyed && socket.write(text));
		if (!socket.destroyed) socket.once('drain', send)
	}
	send()
}

function drip(socket: Socket, text: string) {
	const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 20)
}

test('of an answer that never ends the beginning is read, and the rest is not waited for [T19]', async () => {
	const { address, isClosed } = await webServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n')
		sendForEver(socket, 'x'.repeat(65_536))
	})

	const { status, body } = await webAnswer('doctor', address)

	expect({ status, length: body.length }).toEqual({ status: 200, length: 65_536 })
	await isClosed
})

test('headers that never end are not an answer', async () => {
	const { address, isClosed } = await webServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n')
		sendForEver(socket, `x: ${'y'.repeat(1000)}\r\n`)
	})

	expect(webAnswer('doctor', address)).rejects.toThrow()
	await isClosed
})

test.each([
	['headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
	['a body', 'HTTP/1.1 200 OK\r\n\r\n', 'x'],
	['nothing', '', ''],
])('a server that drips %s is given up when time is up [T19]', async (_what, first, drop) => {
	const { address, isClosed } = await webServer((socket) => {
		socket.write(first)
		drip(socket, drop)
	})

	expect(webAnswer('doctor', address, { signal: AbortSignal.timeout(300) })).rejects.toThrow(
		expect.objectContaining({ name: expect.stringMatching(/AbortError|TimeoutError/) }),
	)
	await isClosed
})
