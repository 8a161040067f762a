import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#db/database.ts'

/** A file that is open in two connections: ours and one that stands for another program. */
function twoPrograms() {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-snapshot-')), 'backseat.db')
	const ours = openDatabase(path)
	const theirs = new Sqlite(path)
	theirs.run('PRAGMA busy_timeout = 5000')
	return { ours, theirs: (name: string) => theirs.run('UPDATE users SET display_name = ? WHERE id = 2', [name]) }
}
const nameOf = ({ orm }: Database) => orm.get<[string]>(sql`SELECT display_name FROM users WHERE id = 2`).at(0)
const rename = ({ orm, write }: Database, name: string) =>
	write(() => orm.run(sql`UPDATE users SET display_name = ${name} WHERE id = 2`))
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Blocks for longer than a snapshot may last. */
const burn = () => {
	const until = performance.now() + 2
	while (performance.now() < until);
}

test('what is read together is of one moment, and the next turn reads what others wrote meanwhile [B4]', async () => {
	const { ours, theirs } = twoPrograms()
	ours.readTogether()
	const before = nameOf(ours)

	theirs('Theirs')

	expect(nameOf(ours)).toBe(before)
	await nextTurn()
	expect(nameOf(ours)).toBe('Theirs')
	ours.readTogether()
	expect(nameOf(ours)).toBe('Theirs')
})

test('a long turn does not go on reading what is no longer so [B4]', () => {
	const { ours, theirs } = twoPrograms()
	ours.readTogether()
	nameOf(ours)
	theirs('Theirs')
	burn()

	ours.readTogether()

	expect(nameOf(ours)).toBe('Theirs')
})

test('what we write ourselves is read at once, and what others wrote before it', () => {
	const { ours, theirs } = twoPrograms()
	ours.readTogether()
	nameOf(ours)
	theirs('Theirs')

	expect(ours.write(() => nameOf(ours))).toBe('Theirs')
	rename(ours, 'Ours')
	expect(nameOf(ours)).toBe('Ours')

	ours.readTogether()
	expect(() =>
		ours.write(() => {
			ours.orm.run(sql`UPDATE users SET display_name = 'Half' WHERE id = 2`)
			ours.readTogether()
			throw new Error('no')
		}),
	).toThrow('no')
	expect(nameOf(ours)).toBe('Ours')
})

test('the log can be emptied and the file closed right after reading', () => {
	const { ours } = twoPrograms()
	rename(ours, 'Ours')
	for (const use of [() => ours.emptyWal(), () => ours.rewrite(), () => ours.close()]) {
		ours.readTogether()
		nameOf(ours)
		expect(use() ?? 'done').toBe('done')
	}
})
