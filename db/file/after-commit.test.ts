import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'

const addDriver = ({ orm }: Database, id: number) =>
	orm.run(
		sql`INSERT INTO users (id, username, avatar_id, is_ghost, created_at) VALUES (${id}, ${`driver ${id}`}, 1, 1, 0)`,
	)

/** A database and a record of what ran after its commits. */
function observed() {
	const db = freshDatabase()
	const done: string[] = []
	const note = (what: string) => db.afterCommit(() => done.push(what))
	return { db, done, note }
}

test('what follows a write is done after its commit, in order, also where one write joins another', () => {
	const { db, done, note } = observed()

	db.write(() => {
		note('first')
		db.write(() => note('second'))
		expect(done).toEqual([])
	})

	expect(done).toEqual(['first', 'second'])
})

test('outside of writes it is done at once', () => {
	const { done, note } = observed()
	note('now')
	expect(done).toEqual(['now'])
})

test('what follows a write that is undone is never done [B1]', () => {
	const { db, done, note } = observed()

	expect(() =>
		db.write(() => {
			note('undone')
			throw new Error('no')
		}),
	).toThrow('no')
	db.write(() => note('next'))

	expect(done).toEqual(['next'])
})

test('of writes that share a commit only those count that were not undone [B1]', async () => {
	const { db, done, note } = observed()
	const write = (what: string, isUndone = false) =>
		db.writeTogether(() => {
			note(what)
			if (isUndone) throw new Error('no')
		})

	await Promise.allSettled([write('first'), write('second', true), write('third')])

	expect(done).toEqual(['first', 'third'])
})

test('writes that are tried again one by one are followed once each', async () => {
	const { db, done, note } = observed()
	let tries = 0
	const writes = [10, 11].map((id) =>
		db.writeTogether(() => {
			addDriver(db, id)
			note(String(id))
			// Like a full disk, this rolls back the whole transaction and not only this write's part.
			if (++tries === 2) {
				db.orm.run(sql`ROLLBACK`)
				throw new Error('full')
			}
		}),
	)
	await Promise.all(writes)

	expect(tries).toBe(4)
	expect(done).toEqual(['10', '11'])
})

test('what follows a write may write itself', () => {
	const { db, done, note } = observed()

	db.write(() =>
		db.afterCommit(() => {
			db.write(() => addDriver(db, 10))
			note('written')
		}),
	)

	expect(done).toEqual(['written'])
	expect(db.orm.all(sql`SELECT id FROM users WHERE id = 10`)).toHaveLength(1)
})
