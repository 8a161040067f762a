import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, type ServerProcess, startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { STOP_TIMEOUTS } from './lifecycle.ts'

setDefaultTimeout(30_000)

const running: ServerProcess[] = []
afterEach(async () => {
	for (const server of running.splice(0)) await server.end()
})

const ratingsIn = (dataDir: string) => {
	const sqlite = new Sqlite(join(dataDir, 'backseat.db'), { readonly: true })
	const ids = sqlite.query<{ id: number }, []>('SELECT wire_id AS id FROM ratings ORDER BY wire_id').all()
	sqlite.close()
	return ids.map(({ id }) => id)
}

test.each(['SIGTERM', 'SIGINT'] as const)(
	'at %s in the middle of many ratings, each that was saved was also answered, and each answered one was saved [B19]',
	async (signal) => {
		const dataDir = freshFolder()
		const server = await startServer({ flags: ['--data-dir', dataDir, '--rate-limit-scale', '0'] })
		running.push(server)
		const mum = await signUp(server, 'mum')
		const acknowledged: number[] = []
		const otherwise: number[] = []

		const drive = async () => {
			for (;;) {
				const answer = await mum.rate().catch(() => null)
				if (!answer) return
				if (answer.status === 201) acknowledged.push(answer.body.id)
				else otherwise.push(answer.status)
			}
		}
		const passengers = Array.from({ length: 16 }, drive)
		while (acknowledged.length < 100) await Bun.sleep(5)
		const exitCode = await server.end(signal)
		await Promise.all(passengers)

		expect(exitCode).toBe(0)
		expect(existsSync(join(dataDir, 'backseat.db-wal'))).toBeFalse()
		expect(otherwise).toEqual([])
		expect(ratingsIn(dataDir)).toEqual(acknowledged.toSorted((a, b) => a - b))
	},
)

test('a stop ends streams of events, and does not wait for them [B19]', async () => {
	const server = await startServer({ flags: ['--data-dir', freshFolder()] })
	running.push(server)
	const mum = await signUp(server, 'mum')
	const streams = await Promise.all([mum.listen(), mum.listen()])
	const since = performance.now()

	const [exitCode, ...heard] = await Promise.all([server.end('SIGTERM'), ...streams.map((stream) => stream.text())])

	expect(exitCode).toBe(0)
	expect(performance.now() - since).toBeLessThan(STOP_TIMEOUTS.drainMs / 2)
	expect(heard).toEqual(Array(2).fill('retry: 2000\n: open\n\n'))
	expect(server.output.stderr.match(/GET \/api\/live 200/g)).toHaveLength(2)
})

test('with Litestream at work a stop leaves the write-ahead log to it [B19]', async () => {
	const dataDir = freshFolder()
	const server = await startServer({
		flags: ['--data-dir', dataDir, '--rate-limit-scale', '0', '--checkpoint', 'external'],
	})
	running.push(server)
	const mum = await signUp(server, 'mum')
	const path = join(dataDir, 'backseat.db')
	const log = Bun.file(`${path}-wal`)
	const untouched = await Bun.file(path).bytes()

	// SQLite by itself copies the log into the file from four megabytes on, at the next write.
	const command = new Sqlite(path)
	command.run('PRAGMA wal_autocheckpoint = 0')
	command.run(`INSERT INTO invites (token_hash, note, created_at) VALUES ('a', '${'x'.repeat(5_000_000)}', 1)`)
	await mum.rate()
	expect((await log.stat()).size).toBeGreaterThan(5_000_000)
	expect(await Bun.file(path).bytes()).toEqual(untouched)

	command.close()

	// This is how Litestream keeps others from restarting the log.
	const litestream = new Sqlite(path)
	litestream.run('BEGIN')
	const { rides } = litestream.query('SELECT count(*) AS rides FROM ratings').get() as { rides: number }
	const before = await log.bytes()
	expect(await server.end('SIGTERM')).toBe(0)

	expect(await log.bytes()).toEqual(before)
	litestream.close()
	expect(ratingsIn(dataDir)).toHaveLength(rides)
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
