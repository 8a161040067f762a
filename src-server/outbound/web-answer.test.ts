import { expect, setDefaultTimeout, test } from 'bun:test'
import { DRIPS, drip, rawServer, sendForEver } from './testing/raw-server.ts'
import { webAnswer } from './web-answer.ts'

setDefaultTimeout(20_000)

test('of an answer that never ends the beginning is read, and the rest is not waited for [T19]', async () => {
	const { address, isClosed } = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n')
		sendForEver(socket, 'x'.repeat(65_536))
	})

	const { status, body } = await webAnswer('doctor', address)

	expect({ status, length: body.length }).toEqual({ status: 200, length: 65_536 })
	await isClosed
})

test('headers that never end are not an answer', async () => {
	const { address, isClosed } = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n')
		sendForEver(socket, `x: ${'y'.repeat(1000)}\r\n`)
	})

	expect(webAnswer('doctor', address)).rejects.toThrow()
	await isClosed
})

test.each(DRIPS)('a server that drips %s is given up when time is up [T19]', async (_what, first, drop) => {
	const { address, isClosed } = await rawServer((socket) => {
		socket.write(first)
		drip(socket, drop)
	})

	expect(webAnswer('doctor', address, { signal: AbortSignal.timeout(300) })).rejects.toThrow(
		expect.objectContaining({ name: expect.stringMatching(/AbortError|TimeoutError/) }),
	)
	await isClosed
})
