import { afterEach, expect, test } from 'bun:test'
import { request } from 'node:http'
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron'
import { limitedResponse } from '#desktop/web/limited-response.ts'
import { HOSTILE, type HostileBehaviour, hostileServer } from '#desktop/web/testing/hostile-server.ts'
import { httpGetter } from './http-get.ts'

// Uses Node's HTTP client in place of Electron's, which is documented to behave the same. Only Electron's types are
// imported.

const closing: (() => void)[] = []
afterEach(() => {
	for (const close of closing.splice(0)) close()
})

async function visit(hostility: HostileBehaviour, withinMs?: number) {
	const server = await hostileServer(hostility)
	closing.push(server.close)
	const requested: ClientRequestConstructorOptions[] = []
	const ask = httpGetter(
		(options) => {
			requested.push(options)
			return request(options.url ?? '', { headers: options.headers }) as unknown as ClientRequest
		},
		{ credentials: 'omit' },
	)
	const asked = limitedResponse((signal) => ask(`${server.base}api/instance`, signal), { withinMs })
	return { server, requested, answer: await asked.catch((error: unknown) => error) }
}

const saying =
	(head: string): HostileBehaviour =>
	(to, json) =>
		to.end(`${head}\r\nConnection: close\r\n\r\n${json}`)

test('an answer arrives; its server was asked without cookies, and would not have been followed elsewhere', async () => {
	const { answer, requested } = await visit(saying('HTTP/1.1 200 OK'))

	expect(answer).toEqual({ status: 200, json: { product: 'Backseat', version: '0.1.0' } })
	expect(requested).toMatchObject([{ credentials: 'omit', redirect: 'error', cache: 'no-store' }])
})

test.each(Object.entries(HOSTILE))('a server that %s is disconnected', async (_how, hostility) => {
	const { server } = await visit(hostility, 300)

	expect(await server.sentBytes()).toBeLessThan(32 * 1024 * 1024)
})

test.each([
	['a status of its own', 'HTTP/1.1 999 Request denied'],
	['a header that no header may have', 'HTTP/1.1 200 OK\r\nX-Duck: 🦆'],
	['the length of nothing', 'HTTP/1.1 200 OK\r\nContent-Length: -5'],
	['a status and nothing else', 'HTTP/1.1 200'],
	['no HTTP', '220 mail.example ESMTP'],
])('an answer with %s ends nothing but the question [T30]', async (_what, head) => {
	const stray: unknown[] = []
	const note = (error: unknown) => stray.push(error)
	process.on('uncaughtException', note).on('unhandledRejection', note)

	const { answer } = await visit(saying(head))
	// Unhandled errors are reported one turn later.
	await new Promise((resolve) => setTimeout(resolve))
	process.off('uncaughtException', note).off('unhandledRejection', note)

	expect(answer).toBeDefined()
	expect(stray).toEqual([])
})
