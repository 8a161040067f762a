import { Database as Sqlite } from 'bun:sqlite'
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { TestBrowser } from '#server/testing/test-app.ts'
import { testApp } from '#server/testing/test-app.ts'

type Statement = Record<'run' | 'all' | 'get' | 'values', (...values: unknown[]) => unknown>

/** Queries that a start builds, and SQL statements that a call runs once everything made at first use has been. */
export const callWeights = async () => ({ ...builtAtStart(), ...(await ranByCalls()) })

const BUILDERS = ['select', 'selectDistinct', 'insert', 'update', 'delete', 'with'] as const

function builtAtStart() {
	const builders = BaseSQLiteDatabase.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
	const originals = BUILDERS.map((name) => [name, builders[name]] as const)
	let built = 0
	for (const [name, original] of originals)
		Object.assign(builders, {
			[name](this: unknown, ...given: unknown[]) {
				built++
				return original?.apply(this, given)
			},
		})
	try {
		testApp()
		return { 'server, built at the start: queries': built }
	} finally {
		Object.assign(builders, Object.fromEntries(originals))
	}
}

async function ranByCalls() {
	let ran = 0
	const prepare = Sqlite.prototype.prepare
	Sqlite.prototype.prepare = function (this: Sqlite, ...given: Parameters<typeof prepare>) {
		const statement = prepare.apply(this, given) as unknown as Statement
		for (const name of ['run', 'all', 'get', 'values'] as const) {
			const run = statement[name].bind(statement)
			statement[name] = (...values) => {
				ran++
				return run(...values)
			}
		}
		return statement
	} as typeof prepare
	try {
		const app = testApp()
		const [ann, ben] = [await app.member('ann'), await app.member('ben')]
		const rate = { driverId: ben.id, ...ALL_GOOD, starRating: 5 }
		const calls: Record<string, (on: TestBrowser) => Promise<{ status: number }>> = {
			'GET /api/user': (on) => on.get('/api/user'),
			'GET /api/users/{id}': (on) => on.get(`/api/users/${ben.id}`),
			'GET /api/home': (on) => on.get('/api/home'),
			'GET /home': (on) => on.get('/home'),
			'POST /api/ratings': (on) => on.post('/api/ratings', rate),
		}
		const figures: Record<string, number> = {}
		for (const [name, make] of Object.entries(calls)) {
			await make(ann)
			ran = 0
			const { status } = await make(ann)
			if (status >= 300) throw new Error(`${name} answered ${status}`)
			figures[`${name} of a member: SQL statements`] = ran
		}
		return figures
	} finally {
		Sqlite.prototype.prepare = prepare
	}
}
