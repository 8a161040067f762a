import { afterAll, beforeAll, expect, test } from 'bun:test'
import { takeInstanceLock } from '#server/process/data/instance-lock.ts'
import { writeRunningAddress } from '#server/process/running-address.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { freshFolder, type ServerProcess, startServer } from '#server/testing/server-process.ts'
import { checkServer } from './server-check.ts'

const dataDir = freshFolder()
let server: ServerProcess
let port: number
beforeAll(async () => {
	server = await startServer({ flags: ['--data-dir', dataDir] })
	port = Number(new URL(server.origin).port)
})
afterAll(async () => {
	await server.end()
})

const check = (special: Partial<typeof defaultConfig> = {}) =>
	checkServer({ ...defaultConfig, dataDir, port, ...special })

/** Nobody listens there any more. */
function forsakenPort(): number {
	const stranger = Bun.serve({ port: 0, fetch: () => new Response() })
	const { port = 0 } = stranger
	stranger.stop(true)
	return port
}

test('a server that has this folder and answers where the settings say is well', async () => {
	expect(await check()).toMatchObject({ state: 'ok', says: `running at http://127.0.0.1:${port}/` })
})

test('a server that is asked for at another port is distinguished from one that does not run', async () => {
	expect(await check({ port: forsakenPort() })).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('A program has this data folder, but asked at'),
	})
	expect(await check({ port: forsakenPort(), dataDir: freshFolder() })).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('No server uses'),
	})
})

test('a server that does not answer where it said it would is to be restarted, not looked for elsewhere', async () => {
	const stalled = { ...defaultConfig, dataDir: freshFolder(), port: forsakenPort() }
	const lock = takeInstanceLock(stalled.dataDir)
	writeRunningAddress(stalled)
	const found = await checkServer(stalled)
	lock.release()

	expect(found).toMatchObject({ state: 'warning', todo: expect.stringContaining('Look at its log, and restart it.') })
})

test('a Backseat that answers, but with other data, does not count as healthy', async () => {
	expect(await check({ dataDir: freshFolder() })).toMatchObject({
		state: 'warning',
		says: expect.stringContaining('does not use'),
	})
})

test('another program on the port is a problem: ours could not start', async () => {
	const stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Hello from my NAS') })
	const found = await check({ dataDir: freshFolder(), port: stranger.port ?? 0 })
	stranger.stop(true)

	expect(found).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('whoever answers there is not Backseat'),
	})
})
