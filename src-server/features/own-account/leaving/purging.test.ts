import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseOptions, openDatabase } from '#db/database.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { testApp } from '#server/testing/test-app.ts'
import { longWritesHere } from './long-writes.ts'
import { createPurging } from './purging.ts'

/** Data in a real file, and what became of each rewrite of it. `beforeRewrite` is called as each begins. */
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
	/** What is done in the background is done when this settles. */
	const waited = async (seconds: number) => {
		app.wait(seconds)
		await new Promise(setImmediate)
	}
	const logSize = () => statSync(`${path}-wal`).size
	return { app, path, rewrites, change, logSize, ...createPurging(app.context, longWritesHere(app.context)), waited }
}

/** Another program in the middle of a transaction. */
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

	// SQLite would wait for five seconds.
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
	const { app, path, purge, finish } = setUp()
	const writer = otherProgram(path, 'BEGIN IMMEDIATE')

	await purge()
	finish()

	expect(app.warnings).toEqual([expect.stringContaining('It is removed when the next account is deleted')])
	writer.close()
})
