import { Database as Sqlite } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { STOP_TIMEOUTS } from './lifecycle.ts'

setDefaultTimeout(30_000)

const { start } = testServers()

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
		const server = await start({ dataDir, flags: ['--rate-limit-scale', '0'] })
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
	const server = await start()
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
	const server = await start({ dataDir, flags: ['--rate-limit-scale', '0', '--checkpoint', 'external'] })
	const mum = await signUp(server, 'mum')
	const path = join(dataDir, 'backseat.db')
	const log = Bun.file(`${path}-wal`)
	const untouched = await Bun.file(path).bytes()

	// SQLite itself copies the log into the file at the next write once the log exceeds four megabytes.
	const command = new Sqlite(path)
	command.run('PRAGMA wal_autocheckpoint = 0')
	command.run(`INSERT INTO invites (token_hash, note, created_at) VALUES ('a', '${'x'.repeat(5_000_000)}', 1)`)
	await mum.rate()
	expect((await log.stat()).size).toBeGreaterThan(5_000_000)
	expect(await Bun.file(path).bytes()).toEqual(untouched)

	command.close()

	// Litestream keeps a read transaction open in this way, so that other programs do not restart the log.
	const litestream = new Sqlite(path)
	litestream.run('BEGIN')
	const { rides } = litestream.query('SELECT count(*) AS rides FROM ratings').get() as { rides: number }
	const before = await log.bytes()
	expect(await server.end('SIGTERM')).toBe(0)

	expect(await log.bytes()).toEqual(before)
	litestream.close()
	expect(ratingsIn(dataDir)).toHaveLength(rides)
})
