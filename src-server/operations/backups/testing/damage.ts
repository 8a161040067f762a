import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'

const PAGE_BYTES = 4096

/** Overwrites one page, by default the second, as a failing disk would. */
export function overwritePage(path: string, page = 1) {
	write(path, Buffer.alloc(PAGE_BYTES, 'x'), page * PAGE_BYTES)
}

function write(path: string, bytes: Buffer, position: number) {
	const file = openSync(path, 'r+')
	writeSync(file, bytes, 0, bytes.length, position)
	closeSync(file)
}

/** Replaces the first `before` in the page that starts at `pageAt` with `after`. */
export function swapBytes(path: string, pageAt: number, before: string, after: string) {
	const at = readFileSync(path).indexOf(before, pageAt)
	if (at < 0 || at >= pageAt + PAGE_BYTES) throw new Error(`There is no ${before} in that page`)
	write(path, Buffer.from(after), at)
}

/** Stores nine stars, which the table's constraints forbid, as a flipped bit might. */
export function breakRule(path: string) {
	const sqlite = new Sqlite(path)
	sqlite.run('PRAGMA ignore_check_constraints = ON')
	sqlite.run('UPDATE ratings SET star_rating = 9 WHERE id = 1')
	sqlite.close()
}

/** Copies the password hash of each new account to a public column. */
export const STEALING_TRIGGER =
	'CREATE TRIGGER steal AFTER INSERT ON users BEGIN UPDATE users SET display_name = new.password_hash WHERE id = new.id; END'

export function addToSchema(path: string, statement = STEALING_TRIGGER) {
	const sqlite = new Sqlite(path)
	sqlite.run(statement)
	sqlite.close()
}

export const DAMAGES: Record<string, (path: string) => void> = {
	'is not a database': (path) => writeFileSync(path, 'Dear diary, today I drove. '.repeat(500)),
	'was cut off': (path) => truncateSync(path, statSync(path).size - 5 * PAGE_BYTES),
	'has zeros where it begins': (path) => write(path, Buffer.alloc(PAGE_BYTES), 0),
	'has garbage inside': (path) => overwritePage(path),
	'is empty': (path) => truncateSync(path, 0),
}
