import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase } from '#db/database.ts'
import { leavingQueries } from '#server/features/own-account/own-account.queries.ts'
import { longWritesHere } from '#server/long-writes/long-writes.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createPurging } from './purging.ts'

/** Data in a file, and a record of each rewrite. `beforeRewrite` runs before each rewrite. */
function setUp(opening: DatabaseOptions = {}, beforeRewrite = () => {}) {
	const path = join(freshFolder(), 'backseat.db')
	const file = openDatabase(path, opening)
	const rewrites: string[] = []
	const rewrite = () => {
		beforeRewrite()
		const outcome = file.rewrite()
		rewrites.push(outcome)
		return outcome
	}
	const app = testApp({}, { db: { ...file, rewrite } })
	const change = () => file.write(() => file.orm.run("UPDATE users SET display_name = 'x' WHERE id = 2"))
	const waited = async (seconds: number) => {
		app.wait(seconds)
		await new Promise(setImmediate)
	}
	const logSize = () => statSync(`${path}-wal`).size
	return { app, path, rewrites, change, logSize, ...createPurging(app.context, longWritesHere(app.context)), waited }
}

const NOON = Date.UTC(2026, 5, 1, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
afterEach(() => setSystemTime())

/** A server with a large file in Berlin's time zone, where 3:00 is 13 hours after noon UTC. */
function largeInstance({ bytes = 256 * 2 ** 20, afterRewrite = (_: Database) => {} } = {}) {
	setSystemTime(new Date(NOON))
	const path = join(freshFolder(), 'backseat.db')
	const file = openDatabase(path)
	const rewrites: string[] = []
	let now = () => NOON
	const rewrite = () => {
		rewrites.push(new Date(now()).toISOString().slice(0, 16))
		const outcome = file.rewrite()
		afterRewrite(file)
		return outcome
	}
	const db = { ...file, bytes: () => bytes, rewrite }
	const start = () => {
		const app = testApp({ timeZone: 'Europe/Berlin' }, { db })
		now = () => app.context.clock.now().getTime()
		return {
			close: app.close,
			warnings: app.warnings,
			leave: async (name: string) => {
				const member = await app.member(name)
				const sent = { password: member.password, ratings: 'go' }
				expect((await member.delete(`/api/users/${member.id}`, sent)).status).toBe(200)
			},
			/** Advances the clock minute by minute until this long after noon. */
			until: async (ms: number) => {
				while (now() < NOON + ms) {
					app.wait(60)
					await new Promise(setImmediate)
				}
			},
		}
	}
	return { path, rewrites, start }
}

test('a large file is not rewritten when somebody leaves, but at three in the night, once for all who left [T10]', async () => {
	const { path, rewrites, start } = largeInstance()
	const { leave, until, warnings } = start()

	await leave('mum')
	await until(HOUR_MS)
	await leave('dad')

	// Only the write-ahead log is emptied at once.
	expect(statSync(`${path}-wal`).size).toBe(0)
	await until(13 * HOUR_MS - MINUTE_MS)
	expect(rewrites).toEqual([])
	await until(13 * HOUR_MS + 10 * MINUTE_MS)
	expect(rewrites).toEqual([expect.stringMatching(/^2026-06-02T01:0/)])
	await until(72 * HOUR_MS)
	expect(rewrites).toHaveLength(1)
	expect(warnings).toEqual([])
})

test('where nothing ran in that night, a large file is rewritten a minute after the next start [T10]', async () => {
	const { rewrites, start } = largeInstance()
	const first = start()
	await first.leave('mum')
	await first.close()
	expect(rewrites).toEqual([])

	setSystemTime(new Date(NOON + 20 * HOUR_MS))
	const { until } = start()

	await until(20 * HOUR_MS + MINUTE_MS)
	expect(rewrites).toEqual(['2026-06-02T08:01'])
	await until(72 * HOUR_MS)
	expect(rewrites).toHaveLength(1)
})

test('a server that starts again before that night waits for it all the same', async () => {
	const { rewrites, start } = largeInstance()
	await start().leave('mum')

	const { until } = start()

	await until(13 * HOUR_MS - MINUTE_MS)
	expect(rewrites).toEqual([])
	await until(13 * HOUR_MS + 10 * MINUTE_MS)
	expect(rewrites).toHaveLength(1)
})

test('what a crash has left to be done in a small file is done a minute after the next start [T10]', async () => {
	const { rewrites, start } = largeInstance({ bytes: 256 * 2 ** 20 - 1 })
	const crashed = start()
	for (const name of ['mum', 'dad']) await crashed.leave(name)
	expect(rewrites).toHaveLength(1)

	const { until } = start()

	await until(MINUTE_MS)
	expect(rewrites).toHaveLength(2)
	await start().until(24 * HOUR_MS)
	await until(24 * HOUR_MS)
	expect(rewrites).toHaveLength(2)
})

test('an account that a command deletes in the very moment of a rewrite is not forgotten [T10]', async () => {
	const commands = [leavingQueries]
	const afterRewrite = (db: Database) => commands.pop()?.(db).noteRewriteDue(new Date())
	const { rewrites, start } = largeInstance({ bytes: 1, afterRewrite })
	await start().leave('mum')

	await start().until(MINUTE_MS)

	expect(rewrites).toHaveLength(2)
})

function otherProgram(path: string, begin: 'BEGIN' | 'BEGIN IMMEDIATE') {
	const sqlite = new Sqlite(path)
	sqlite.run(begin)
	sqlite.query('SELECT count(*) FROM users').get()
	return sqlite
}

test('accounts that are deleted soon after each other share one rewrite of the file [T10]', async () => {
	const { rewrites, purge, waited } = setUp()

	for (const _ of [1, 2, 3, 4]) await purge()

	expect(rewrites).toEqual(['done'])
	await waited(3600)
	expect(rewrites).toEqual(['done', 'done'])
	await waited(3600)
	expect(rewrites).toEqual(['done', 'done'])
})

test('between two rewrites there is twenty times as long as the first took', async () => {
	const { rewrites, purge, waited } = setUp({}, () => Bun.sleepSync(10))

	for (const _ of [1, 2]) await purge()

	await waited(0.19)
	expect(rewrites).toEqual(['done'])
	await waited(3600)
	expect(rewrites).toEqual(['done', 'done'])
})

test('while another program writes nobody waits for it, and it is tried again [T10]', async () => {
	const { app, path, rewrites, purge, waited } = setUp()
	const writer = otherProgram(path, 'BEGIN IMMEDIATE')
	const begun = performance.now()

	await purge()

	// SQLite alone would wait for five seconds.
	expect(performance.now() - begun).toBeLessThan(4000)
	for (let minute = 0; minute < 10; minute++) await waited(60)
	expect(rewrites).not.toContain('done')
	expect(app.warnings).toHaveLength(1)
	writer.close()
	for (let minute = 0; minute < 10; minute++) await waited(60)
	expect(rewrites.filter((outcome) => outcome === 'done')).toHaveLength(1)
	expect(app.warnings).toHaveLength(1)
})

test('a file that Litestream copies is not rewritten, and nobody tries again and again', async () => {
	const { app, rewrites, logSize, change, purge, waited } = setUp({ checkpoint: 'external' })
	change()
	const before = logSize()

	await purge()

	for (let minute = 0; minute < 10; minute++) await waited(60)
	expect(rewrites).toEqual(['not ours'])
	expect(logSize()).toBe(before)
	expect(app.warnings).toEqual([])
})

test('while another program reads no rewrite makes the log longer, however many accounts are deleted [B21]', async () => {
	const { path, rewrites, change, logSize, purge, waited } = setUp()
	const reader = otherProgram(path, 'BEGIN')
	change()
	const before = logSize()

	for (let minute = 0; minute < 10; minute++) {
		await purge()
		await waited(60)
	}

	expect(rewrites).toEqual([])
	expect(logSize()).toBe(before)
	reader.close()
	await waited(60)
	expect(rewrites).toEqual(['done'])
	expect(logSize()).toBe(0)
})

test('when another program begins to read during the rewrite, the log is emptied later and nothing is rewritten again', async () => {
	const readers: Sqlite[] = []
	const { path, rewrites, logSize, purge, waited } = setUp({}, () => readers.push(otherProgram(path, 'BEGIN')))

	await purge()
	for (let minute = 0; minute < 10; minute++) await waited(60)

	expect(logSize()).toBeGreaterThan(0)
	for (const reader of readers) reader.close()
	await waited(60)
	expect(logSize()).toBe(0)
	expect(rewrites).toEqual(['done'])
})

test('a stop rewrites the file if that is still to be done, and nothing happens afterwards [T10]', async () => {
	const { app, rewrites, waited } = setUp()
	for (const member of [await app.member('mum'), await app.member('dad')])
		await member.delete(`/api/users/${member.id}`, { password: member.password, ratings: 'go' })
	expect(rewrites).toEqual(['done'])

	await app.close()

	expect(rewrites).toEqual(['done', 'done'])
	await waited(3600)
	expect(rewrites).toHaveLength(2)
	expect(app.warnings).toEqual([])
})

test('a stop at which another program writes tells the operator what is left', async () => {
	const { app, path, change, logSize, purge, finish, waited } = setUp()
	change()
	const writer = otherProgram(path, 'BEGIN IMMEDIATE')

	await purge()
	finish()

	expect(app.warnings).toEqual([expect.stringContaining('It is removed after the next start')])
	writer.close()
	await waited(3600)
	expect(logSize()).toBeGreaterThan(0)
})
