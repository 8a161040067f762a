import { Database as Sqlite } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { migrations } from '#db/migrations.ts'
import { seed } from '#db/seed.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { createQueries } from '#server/queries.ts'
import { EXAMPLES } from '#server/testing/example-queries.ts'

/*
 * SQLite's own query plans (EXPLAIN QUERY PLAN). A query that scans a whole table slows down with each rating, member
 * or session.
 */

/** Queries that scan a table, each with the reason why this is acceptable. */
const WALKS: Record<string, string> = {
	'users.newestMembers': 'in the order of an index, and ends after as many as were asked for',
	'home.othersOf': 'in the order of an index, and ends at the twelfth member found',
	'users.hasPeople': 'ends at the first person',
	'sealedRatings.anyWait': 'ends at the first wait',
	'hosts.hasHost': 'along the index of hosts, and ends at the first',
	'hosts.hasMembersBesides': 'ends at the second member',
	'invites.openInvite': 'for a set-up link: along the index of hosts, and ends at the first',
	'invites.countUse': 'for a set-up link: along the index of hosts, and ends at the first',
	'invites.revokeSetupLinks': 'once a start while nobody has an account; invitations are few',
	'passkeys.membersByHost': 'counts passkeys, some a member, when a host or the doctor asks',
	'users.membersByName': 'a command of the operator, who asked for all',
	'export.people': 'a command of the operator, who asked for all',
	'export.hidden': 'a command of the operator, who asked for all',
	'backupChecks.allChecks': 'one row a backup, of which there are dozens',
	'backupChecks.forgetAllBut': 'one row a backup, of which there are dozens',
	'metrics.members': 'counts people along an index, when a monitor or a host asks',
	'metrics.ratings': 'adds up one row a driver, when a monitor asks',
	'leaving.rewriteDue': 'one row at most',
	'leaving.endRewriteDue': 'one row at most',
	'push.putPushKey': 'a command of the operator, after which no phone rings any more',
	'overview.ratings': 'adds up one row a day',
	'overview.trips': 'counts the trips of 90 days along an index, when a host asks',
	'export.trips': 'a command of the operator, who asked for all',
}

/** Queries that sort ratings, each with the reason why these are few. */
const SORTS: Record<string, string> = {
	'users.newestGhostsOf': 'one row a ghost of one member',
	'home.driversRatedAfter': 'one row a driver, a page of them',
	'home.driversRatedByGuest': 'one row a driver of one guest',
	'trips.slipsOf': 'the verdicts of one trip, at most 480',
}

const TABLES = [
	'users',
	'sessions',
	'invites',
	'password_resets',
	'ratings',
	'used_request_keys',
	'driver_stats',
	'driver_months',
	'hidden_drivers',
	'rating_days',
	'ratings_taken_along',
	'ratings_not_mine',
	'rating_reports',
	'sealed_waits',
	'trips',
	'trip_drivers',
	'passkeys',
	'linked_identities',
	'access_tokens',
	'news_settings',
	'push_subscriptions',
	'email_checks',
	'trip_seats',
	'journal',
	'rewrite_due',
	'backup_checks',
	'notices_put_away',
	'sent_pages',
	'kinds_seen',
	'verdict_imports',
	'brought_verdicts',
]

const sqlite = new Sqlite(':memory:')
for (const { sql } of migrations) sqlite.run(sql)

const stepsOf = (sql: string) =>
	sqlite
		.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
		.all()
		.map(({ detail }) => detail)

const walksIn = (steps: string[]) => steps.filter((step) => TABLES.includes(/^SCAN (\w+)/.exec(step)?.[1] ?? ''))
const sortsRatings = (steps: string[]) =>
	steps.some((step) => step.includes(' ratings ')) && steps.includes('USE TEMP B-TREE FOR ORDER BY')

const statements = runExamples()
const plans = [...statements].map(([name, made]) => ({ name, steps: [...made].flatMap(stepsOf) }))

function runExamples(): Map<string, Set<string>> {
	const ran = new Map<string, Set<string>>()
	let current = new Set<string>()
	const spies = (['prepare', 'query'] as const).map((name) => {
		const made = Sqlite.prototype[name] as (this: Sqlite, sql: string) => Statement
		return spyOn(Sqlite.prototype, name).mockImplementation(function (this: Sqlite, sql: string) {
			return noted(
				made.call(this, sql),
				() => /^\s*(select|insert|update|delete|with)\b/i.test(sql) && current.add(sql),
			)
		} as never)
	})
	const db = freshDatabase()
	seed(db)
	const queries: Record<string, Record<string, (...asked: unknown[]) => unknown>> = createQueries(db) as never
	for (const [group, examples] of Object.entries(EXAMPLES))
		for (const [name, asked] of Object.entries<unknown[]>(examples)) {
			current = new Set()
			ran.set(`${group}.${name}`, current)
			try {
				queries[group]?.[name]?.(...asked)
			} catch (error) {
				// An earlier example deleted the row, but the query was still planned.
				if (!String(error).includes('constraint failed')) throw error
			}
		}
	for (const spy of spies) spy.mockRestore()
	db.close()
	return ran
}

type Statement = Record<'run' | 'all' | 'get' | 'values', (...values: unknown[]) => unknown>

function noted(statement: Statement, note: () => void): Statement {
	for (const name of ['run', 'all', 'get', 'values'] as const) {
		const run = statement[name].bind(statement)
		statement[name] = (...values) => {
			note()
			return run(...values)
		}
	}
	return statement
}

test('every query runs a statement that is looked at here, but those that are none', () => {
	const silent = [...statements].filter(([, made]) => made.size === 0).map(([name]) => name)

	expect(silent).toEqual(['instance.schemaVersion', 'export.beginReading', 'export.endReading'])
})

test('no query walks a whole table, but those for which it is said why', () => {
	const walking = plans.filter(({ steps }) => walksIn(steps).length > 0).map(({ name }) => name)

	expect(walking.toSorted()).toEqual(Object.keys(WALKS).toSorted())
	for (const { steps } of plans)
		expect(walksIn(steps).join()).not.toMatch(/SCAN (ratings|sessions|used_request_keys)\b/)
})

test('no query sorts all ratings of a person, but those for which it is said why', () => {
	const sorting = plans.filter(({ steps }) => sortsRatings(steps)).map(({ name }) => name)

	expect(sorting.toSorted()).toEqual(Object.keys(SORTS).toSorted())
})

test('whether one has rated another is looked for among what they gave, not among what the other got', () => {
	for (const name of ['ratings.newestRatingBy', 'ratings.hasRated']) {
		const steps = plans.find((plan) => plan.name === name)?.steps.join()
		expect(steps).toContain('ratings_of_rater (rater_id=? AND driver_id=?)')
		expect(steps).not.toContain('ratings_of_driver')
	}
	for (const name of ['ratings.newestRatingByGuest', 'ratings.hasRated'])
		expect(plans.find((plan) => plan.name === name)?.steps.join()).toContain('ratings_of_guest (guest_key=?)')
})

test('new answers are found by an index of them alone', () => {
	for (const name of ['ratings.newReplyCountOf', 'ratings.markRepliesSeen'])
		expect(plans.find((plan) => plan.name === name)?.steps.join()).toContain('ratings_new_replies (rater_id=?)')
})

test('how one judges is added up from what they gave and the cards of those drivers, not from what others gave', () => {
	for (const [name, index] of [
		['judging.judgedByMember', 'ratings_of_rater (rater_id=? AND driver_id>?)'],
		['judging.judgedByGuest', 'ratings_of_guest (guest_key=?)'],
	]) {
		const steps = plans.find((plan) => plan.name === name)?.steps ?? []
		expect(steps.filter((step) => /\b(ratings|driver_stats)\b/.test(step))).toEqual([
			`SEARCH ratings USING INDEX ${index}`,
			'SEARCH driver_stats USING INTEGER PRIMARY KEY (rowid=?)',
		])
	}
})

test('what a month or a year has come to is read from its totals, and of ratings only a driver’s newest and a rater’s own [spec 14.24]', () => {
	const stepsOfQuery = (name: string) => plans.find((plan) => plan.name === name)?.steps ?? []
	expect(stepsOfQuery('receipts.totalsOfMonth')).toEqual([
		'SEARCH driver_months USING INDEX sqlite_autoindex_driver_months_1 (month=? AND driver_id>?)',
		'SEARCH users USING INTEGER PRIMARY KEY (rowid=?)',
	])
	expect(stepsOfQuery('receipts.hasRides').join()).toContain('sqlite_autoindex_driver_months_1 (month=?')
	expect(stepsOfQuery('receipts.totalsOfDriver')).toEqual([
		'SEARCH driver_months USING INDEX driver_months_of_driver (driver_id=? AND month>? AND month<?)',
	])
	expect(stepsOfQuery('stats.newestFiveStarsBefore')).toEqual([
		'SEARCH ratings USING INDEX ratings_of_driver (driver_id=? AND state=?)',
	])
})

test('no trigger walks a whole table', () => {
	const triggers = sqlite.query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all()
	const bodies = triggers.flatMap(({ sql }) => /\bBEGIN\b(.*)\bEND\b/s.exec(sql)?.[1]?.split(';') ?? [])
	const made = bodies.map((body) => body.trim().replaceAll(/\b(?:new|old)\.[`"]?\w+[`"]?/g, '?')).filter(Boolean)

	expect(made.length).toBeGreaterThan(5)
	for (const statement of made)
		expect({ statement, walks: walksIn(stepsOf(statement)) }).toEqual({ statement, walks: [] })
})

test('when a row goes, the rows that point to it are found by an index', () => {
	const notFound = TABLES.flatMap((table) =>
		sqlite
			.query<{ from: string; table: string }, []>(`PRAGMA foreign_key_list(${table})`)
			.all()
			.filter(({ from }) => walksIn(stepsOf(`SELECT 1 FROM ${table} WHERE ${from} = ?`)).length > 0)
			.map(({ from, table: to }) => `${table}.${from} of ${to}`),
	)

	expect(notFound).toEqual([])
})
