import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { freshFolder, type ServerProcess, startServer } from '#server/testing/server-process.ts'

setDefaultTimeout(30_000)

const running: ServerProcess[] = []
afterEach(async () => {
	for (const server of running.splice(0)) await server.end()
})

/** A server with two bugs. It is not awaited where it is started: while something is, Bun ends nothing. */
const BUGGY = `
	import { defaultConfig } from '#server/settings/config.ts'
	import { serve } from '#server/process/lifecycle.ts'
	const config = { ...defaultConfig, port: 0, logFormat: 'json', dataDir: '${freshFolder()}' }
	const app = async () => ({
		fetch: async (request) => {
			if (request.url.endsWith('/rejection')) Promise.reject(new Error('a stray rejection'))
			if (request.url.endsWith('/exception')) setTimeout(() => { throw new Error('a stray exception') })
			return new Response('fine')
		},
		close: async () => {},
	})
	serve(config, app).then((code) => process.exit(code))`

test.each(['rejection', 'exception'])(
	'a stray %s is in the log as an error, and the server goes on [B20]',
	async (bug) => {
		const server = await startServer({ command: [process.execPath, '-e', BUGGY] })
		running.push(server)

		await fetch(`${server.origin}/${bug}`)
		await server.says(`a stray ${bug}`, 'stderr')

		expect(await (await fetch(server.origin)).text()).toBe('fine')
		const logged = server.output.stderr
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line))
		expect(logged).toContainEqual(
			expect.objectContaining({ level: 'error', message: expect.stringMatching(new RegExp(`^Un.+ ${bug}: `)) }),
		)
		expect(await server.end('SIGTERM')).toBe(0)
	},
)
