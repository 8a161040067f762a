import { Database as Sqlite } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldedName } from '#contract/folded-name.ts'
import { openDatabase } from './database.ts'
import { migrations } from './migrations.ts'
import { RATING_STATE } from './rating-state.ts'

type Row = Record<string, string | number | null>
type Kept = { schema: number; tables: Record<string, Row[]> }

/**
 * Expressions that read a value of an old version from today's data. Since schema 3 ratings are referenced by random
 * ids; since schema 11 one column holds the state that `is_placeholder` was part of.
 */
const changedOnPurpose = (schema: number): Record<string, string> => ({
	...(schema < 3 && {
		last_seen_rating_id: '(SELECT id FROM ratings WHERE wire_id = last_seen_rating_id) AS last_seen_rating_id',
	}),
	...(schema < 11 && { is_placeholder: 'state AS is_placeholder' }),
})

/**
 * Removes placeholders from the cards of versions before schema 10, which counted them, and drops cards that become
 * empty.
 */
function withoutPlaceholders(cards: Row[], ratings: Row[]): Row[] {
	const counted = (id: Row[string], is: (rating: Row) => boolean) =>
		ratings.filter((rating) => rating.driver_id === id && rating.is_placeholder === 0 && is(rating)).length
	const stars = ['one_star', 'two_stars', 'three_stars', 'four_stars', 'five_stars']
	return cards
		.map(({ driver_id: id = null }) => ({
			driver_id: id,
			total_rides: counted(id, () => true),
			star_sum: stars.reduce(
				(sum, _, nth) => sum + (nth + 1) * counted(id, (rating) => rating.star_rating === nth + 1),
				0,
			),
			...Object.fromEntries(stars.map((name, nth) => [name, counted(id, (rating) => rating.star_rating === nth + 1)])),
			smooth_rides: counted(id, (rating) => rating.ride_quality === 'smooth'),
			bumpy_rides: counted(id, (rating) => rating.ride_quality === 'bumpy'),
			safe_rides: counted(id, (rating) => rating.safety_feeling === 'safe'),
			unsafe_rides: counted(id, (rating) => rating.safety_feeling === 'unsafe'),
			good_vibes: counted(id, (rating) => rating.vibe_quality === 'good'),
			off_vibes: counted(id, (rating) => rating.vibe_quality === 'off'),
		}))
		.filter(({ total_rides }) => total_rides > 0)
}

/** The same for the ratings of each day. */
function daysWithoutPlaceholders(ratings: Row[]): Row[] {
	const days = Map.groupBy(verdictsAmong(ratings), ({ created_at }) => Math.floor(Number(created_at) / 86_400_000))
	return [...days].map(([day, { length }]) => ({ day, ratings: length })).sort((a, b) => a.day - b.day)
}

const recounted: Record<string, (rows: Row[], ratings: Row[]) => Row[]> = {
	driver_stats: withoutPlaceholders,
	rating_days: (_, ratings) => daysWithoutPlaceholders(ratings),
}

const verdictsAmong = (ratings: Row[] = []) =>
	ratings.filter((rating) => (rating.is_placeholder ?? rating.state) === RATING_STATE.verdict)

const withHex = (row: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? value.toHex() : value]),
	)

const fixtures = join(import.meta.dir, 'fixtures')
const versions = readdirSync(fixtures).filter((name) => name.startsWith('schema-'))

test('there are data of the first released version', () => {
	expect(versions).toContain('schema-1')
})

describe.each(versions)('data of %s', (version) => {
	const kept: Kept = JSON.parse(readFileSync(join(fixtures, version, 'rows.json'), 'utf8'))

	/** Tests open copies only, because SQLite leaves files beside any file that it opens. */
	function copied(): string {
		const path = join(mkdtempSync(join(tmpdir(), 'backseat-upgrade-')), 'backseat.db')
		cpSync(join(fixtures, version, 'backseat.db'), path)
		return path
	}

	/** Opens and closes a copy with today's code, which migrates it. */
	function broughtUpToDate(before?: (old: Sqlite) => void) {
		const path = copied()
		if (before) {
			const old = new Sqlite(path)
			before(old)
			old.close()
		}
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
		// No version has written friendships, and a small file is rewritten at once.
		const { friendships: _, rewrite_due: __, ...used } = kept.tables
		expect(Object.entries(used).filter(([, rows]) => rows.length === 0)).toEqual([])
	})

	test('keep every row with every value [B17]', () => {
		const { sqlite } = broughtUpToDate()
		for (const [table, rows] of Object.entries(kept.tables)) {
			const changed = changedOnPurpose(kept.schema)
			const columns = Object.keys(rows[0] ?? { rowid: 0 }).map((name) => changed[name] ?? `"${name}"`)
			const recount = kept.schema < 10 ? recounted[table] : undefined
			const expected = recount?.(rows, kept.tables.ratings ?? []) ?? rows
			const found = sqlite.query<Row, []>(`SELECT ${columns} FROM "${table}" ORDER BY 1`).all()
			expect(found.map(withHex)).toEqual(expected)
			if (recount) expect(expected).not.toEqual(rows)
		}
	})

	test('have counted by month what was rated before [spec 14.24]', () => {
		const { sqlite } = broughtUpToDate()
		const byMonth = Map.groupBy(verdictsAmong(kept.tables.ratings), ({ created_at, driver_id }) =>
			[new Date(Number(created_at)).toISOString().slice(0, 7), driver_id].join(' '),
		)
		const stars = ['one_star', 'two_stars', 'three_stars', 'four_stars', 'five_stars']
		const counted = [...byMonth].map(([key, theirs]) => {
			const where = (is: (rating: Row) => boolean) => theirs.filter(is).length
			const counts = {
				rides: theirs.length,
				star_sum: theirs.reduce((sum, rating) => sum + Number(rating.star_rating), 0),
				...Object.fromEntries(stars.map((name, nth) => [name, where((rating) => rating.star_rating === nth + 1)])),
				smooth_rides: where((rating) => rating.ride_quality === 'smooth'),
				safe_rides: where((rating) => rating.safety_feeling === 'safe'),
				good_vibes: where((rating) => rating.vibe_quality === 'good'),
			}
			return [key, counts] as const
		})
		expect(new Set(counted.map(([key]) => key.slice(0, 7))).size).toBeGreaterThan(1)

		const rows = sqlite.query<Row, []>('SELECT * FROM driver_months').all()

		expect(new Map(rows.map(({ month, driver_id, ...counts }) => [`${month} ${driver_id}`, counts]))).toEqual(
			new Map<string, Row>(counted),
		)
	})

	test('are found by folded names', () => {
		const { sqlite } = broughtUpToDate((old) =>
			old.run("UPDATE users SET display_name = 'İbrahim Müller' WHERE id = 102"),
		)
		type Named = { id: number; isGhost: number; username: string; name: string | null; folded: string | null }
		const names = sqlite
			.query<Named, []>(
				'SELECT id, is_ghost AS isGhost, username, display_name AS name, folded_display_name AS folded FROM users',
			)
			.all()
		for (const { name, folded } of names) expect(folded).toBe(name && foldedName(name))
		const search = sqlite.query<{ rowid: number }, [string]>(
			'SELECT rowid FROM users_search WHERE users_search MATCH ?',
		)
		const members = names.filter(({ id, isGhost }) => isGhost === 0 && id > 2)
		expect(members.length).toBeGreaterThan(1)
		for (const { id, username, folded } of members)
			for (const name of [username.toLowerCase(), folded])
				if (name) expect(search.all(`"${name}"`).map(({ rowid }) => rowid)).toContain(id)
		expect(search.all('muller')).toHaveLength(1)
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
