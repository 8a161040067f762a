import { Database as Sqlite } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from './database.ts'
import { migrations } from './migrations.ts'

type Row = Record<string, string | number | null>
type Kept = { schema: number; tables: Record<string, Row[]> }

/** How a value of an old version is read from today's data. From schema 3 on ratings are known by random ids. */
const changedOnPurpose = (schema: number): Record<string, string> =>
	schema < 3
		? { last_seen_rating_id: '(SELECT id FROM ratings WHERE wire_id = last_seen_rating_id) AS last_seen_rating_id' }
		: {}

const fixtures = join(import.meta.dir, 'fixtures')
const versions = readdirSync(fixtures).filter((name) => name.startsWith('schema-'))

test('there are data of the first released version', () => {
	expect(versions).toContain('schema-1')
})

describe.each(versions)('data of %s', (version) => {
	const kept: Kept = JSON.parse(readFileSync(join(fixtures, version, 'rows.json'), 'utf8'))

	/** Only copies are opened: SQLite leaves files beside whatever it looks at. */
	function copied(): string {
		const path = join(mkdtempSync(join(tmpdir(), 'backseat-upgrade-')), 'backseat.db')
		cpSync(join(fixtures, version, 'backseat.db'), path)
		return path
	}

	/** Opened by today's code once and closed. */
	function broughtUpToDate() {
		const path = copied()
		const backedUp: number[] = []
		openDatabase(path, {
			beforeMigration: (from) => {
				backedUp.push(from)
				return 'a backup'
			},
		}).close()
		return { path, backedUp, sqlite: new Sqlite(path, { readonly: true }) }
	}

	test('say which schema they have, and something of everything is in them', () => {
		const sqlite = new Sqlite(copied(), { readonly: true })
		expect(sqlite.query('PRAGMA user_version').get()).toEqual({ user_version: kept.schema })
		sqlite.close()
		const { friendships: _, ...used } = kept.tables
		expect(Object.entries(used).filter(([, rows]) => rows.length === 0)).toEqual([])
	})

	test('keep every row with every value [B17]', () => {
		const { sqlite } = broughtUpToDate()
		for (const [table, rows] of Object.entries(kept.tables)) {
			const changed = changedOnPurpose(kept.schema)
			const columns = Object.keys(rows[0] ?? { rowid: 0 }).map((name) => changed[name] ?? `"${name}"`)
			expect(sqlite.query(`SELECT ${columns} FROM "${table}" ORDER BY 1`).all()).toEqual(rows)
		}
	})

	test('are of today’s schema afterwards, whole, and were backed up before if they were not', () => {
		const { sqlite, backedUp } = broughtUpToDate()
		expect(sqlite.query('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
		expect(sqlite.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
		expect(sqlite.query('PRAGMA foreign_key_check').all()).toEqual([])
		expect(backedUp).toEqual(kept.schema < migrations.length ? [kept.schema] : [])
	})

	test('have the same shape as data made today', () => {
		const path = join(mkdtempSync(join(tmpdir(), 'backseat-today-')), 'backseat.db')
		openDatabase(path).close()
		const shape = (sqlite: Sqlite) =>
			sqlite.query('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all()
		expect(shape(broughtUpToDate().sqlite)).toEqual(shape(new Sqlite(path, { readonly: true })))
	})
})
