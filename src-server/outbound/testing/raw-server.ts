import { afterEach } from 'bun:test'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

const servers: Server[] = []
afterEach(() => {
	for (const server of servers.splice(0)) server.close()
})

/** A server that writes raw bytes to each connection and closes with the test. */
export async function rawServer(answers: (socket: Socket) => void): Promise<{ address: URL; isClosed: Promise<void> }> {
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

export function sendForEver(socket: Socket, text: string) {
	const send = () => {
		while (!socket.destroyed && socket.write(text));
		if (!socket.destroyed) socket.once('drain', send)
	}
	send()
}

export function drip(socket: Socket, text: string) {
	const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 20)
}

export const DRIPS = [
	['headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
	['a body', 'HTTP/1.1 200 OK\r\n\r\n', 'x'],
	['nothing', '', ''],
] as const
