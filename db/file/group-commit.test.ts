import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type Database, openDatabase } from '#db/database.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { runs } from '#db/testing/property-runs.ts'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'backseat-group-')), 'backseat.db')

const addDriver = ({ orm }: Database, id: number, name = `driver ${id}`) =>
	orm.run(sql`INSERT INTO users (id, username, avatar_id, is_ghost, created_at) VALUES (${id}, ${name}, 1, 1, 0)`)
const idsIn = ({ orm }: Database) => orm.all<{ id: number }>(sql`SELECT id FROM users WHERE id > 2`).map(({ id }) => id)
const newDatabase = () => freshDatabase()

test('writes of one turn happen in their order, and each gets its own result', async () => {
	const db = newDatabase()
	const seen: number[][] = []
	const write = (id: number) =>
		db.writeTogether(() => {
			seen.push(idsIn(db))
			addDriver(db, id)
			return `result ${id}`
		})

	expect(await Promise.all([write(10), write(11), write(12)])).toEqual(['result 10', 'result 11', 'result 12'])
	expect(seen).toEqual([[], [10], [10, 11]])
})

test('nobody is told before it is on disk [B1]', async () => {
	const path = newPath()
	const db = openDatabase(path)
	const other = new Sqlite(path, { readonly: true })
	const othersSee = () => other.query('SELECT id FROM users WHERE id > 2').values().flat()
	const during: unknown[] = []
	const write = (id: number) =>
		db.writeTogether(() => {
			addDriver(db, id)
			during.push(...othersSee())
		})

	const after = await Promise.all([10, 11, 12].map((id) => write(id).then(othersSee)))

	expect(during).toEqual([])
	expect(after).toEqual([
		[10, 11, 12],
		[10, 11, 12],
		[10, 11, 12],
	])
})

test('a write that fails leaves nothing behind and harms no other [B3]', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.record({ id: fc.integer({ min: 10, max: 14 }), throws: fc.boolean() }), { maxLength: 12 }),
			async (jobs) => {
				const [together, alone] = [newDatabase(), newDatabase()]
				const work = (db: Database, { id, throws }: (typeof jobs)[number]) => {
					// The statement throws if another job has taken the id or the name.
					addDriver(db, id)
					addDriver(db, id + 100, `DRIVER ${id + 1}`)
					if (throws) throw new Error('on purpose')
					return id
				}
				const outcomes = await Promise.allSettled(jobs.map((job) => together.writeTogether(() => work(together, job))))
				const expected = await Promise.allSettled(jobs.map(async (job) => alone.write(() => work(alone, job))))

				expect(outcomes.map(({ status }) => status)).toEqual(expected.map(({ status }) => status))
				expect(idsIn(together)).toEqual(idsIn(alone))
			},
		),
		{ numRuns: runs(60) },
	)
})

test('where the disk has no room for one of them, the others are saved', async () => {
	const path = newPath()
	const db = openDatabase(path)
	const [{ page_count: pages } = { page_count: 0 }] = db.orm.all<{ page_count: number }>(sql`PRAGMA page_count`)
	db.orm.run(sql.raw(`PRAGMA max_page_count = ${pages + 2}`))
	const small = (id: number) => db.writeTogether(() => addDriver(db, id))
	const large = db.writeTogether(() => addDriver(db, 11, 'x'.repeat(100_000)))

	const outcomes = await Promise.allSettled([small(10), large, small(12)])

	expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
	expect(idsIn(db)).toEqual([10, 12])
	expect(db.isWell()).toBe(true)
})

test('what still waits when the file is closed is written first [B1]', async () => {
	const path = newPath()
	const db = openDatabase(path)
	const written = Promise.all([10, 11].map((id) => db.writeTogether(() => addDriver(db, id))))

	db.close()
	await written

	expect(idsIn(openDatabase(path))).toEqual([10, 11])
})

test('a crowd does not wait for one commit, and everybody is answered', async () => {
	const db = newDatabase()
	const turns = new Set<number>()
	let turn = 0
	let isCounting = true
	const count = () => {
		turn++
		if (isCounting) setImmediate(count)
	}
	setImmediate(count)
	const ids = Array.from({ length: 250 }, (_, nth) => 10 + nth)

	await Promise.all(
		ids.map((id) =>
			db.writeTogether(() => {
				addDriver(db, id)
				turns.add(turn)
			}),
		),
	)
	isCounting = false

	expect(idsIn(db)).toHaveLength(250)
	expect(turns.size).toBe(3)
})
