import { afterEach } from 'bun:test'
import { readTls } from '#server/http/addresses/tls.ts'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { writeRunningAddress } from '#server/process/running-address.ts'
import { loadConfig } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { testApp } from '#server/testing/test-app.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end()
})

/**
 * The whole app on a free port of this machine, within this process. Like `serve`, it holds the lock of a fresh data
 * folder and records its address there. Ends with the test.
 */
export function listeningServer(flags: Flags = {}) {
	const dataDir = freshFolder()
	const asked = loadConfig({ ...flags, 'data-dir': dataDir, port: '0' }, {})
	const lock = takeInstanceLock(dataDir)
	const tls = readTls(asked)
	const server = Bun.serve({
		hostname: asked.host,
		port: 0,
		tls: tls ? { cert: tls.cert, key: tls.key } : undefined,
		fetch: (request): Promise<Response> => app.ask(request),
	})
	const config = { ...asked, port: server.port ?? 0 }
	const app = testApp(config)
	writeRunningAddress(config)
	/** Leaves the files of a killed server: its address, but no lock. */
	const kill = async () => {
		lock.release()
		await server.stop(true)
	}
	ends.push(kill)
	return { dataDir, port: String(config.port), kill }
}

/** A program other than Backseat on a port of this machine. */
export function otherProgram(answer: () => Response | Promise<Response>): string {
	const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 30, fetch: answer })
	ends.push(() => server.stop(true))
	return server.url.href
}
