import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { startServer } from '#server/testing/server-process.ts'
import { median } from './report.ts'
import { endOnSignals, passingFolder } from './servers.ts'

// bun scripts/bench/event-loop.ts [--program dist/backseat] [--ratings 50000] [--drivers 7500] [--members 100000] [--rounds 3]
// Measures how long others wait while one member makes a large request: the maximum and the 99th percentile of 100 sequential
// requests to /api/health, idle (alone) and during the large request.

const { values } = parseArgs({
	options: {
		program: { type: 'string', default: 'dist/backseat' },
		ratings: { type: 'string', default: '50000' },
		drivers: { type: 'string', default: '7500' },
		members: { type: 'string', default: '100000' },
		rounds: { type: 'string', default: '3' },
	},
})
const { ratings, drivers, members, rounds, program } = values
const PASSWORD = 'backseat'
/** Each round permanently deletes one of these accounts. */
const LEAVERS = Array.from({ length: Number(rounds) }, (_, nth) => `leaver-${nth}`)
endOnSignals()
const dataDir = passingFolder()

const passwordHash = await createPasswords().hash(PASSWORD)
const db = openDatabase(join(dataDir, 'backseat.db'))
const up = (to: string) => sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Number(to)})`
db.write(() => {
	db.orm.run(sql`${up(members)} INSERT INTO users (id, username, display_name, folded_display_name, password_hash, avatar_id, created_at)
		SELECT 1000 + i, 'member-' || i, 'Member Number ' || (i * 7919 % ${Number(members)}), 'member number ' || (i * 7919 % ${Number(members)}), ${passwordHash}, 1 + i % 5, i FROM n`)
	for (const [nth, name] of ['reader', ...LEAVERS].entries()) {
		const id = 500 + nth
		db.orm.run(
			sql`INSERT INTO users (id, username, password_hash, avatar_id, created_at) VALUES (${id}, ${name}, ${passwordHash}, 1, 1)`,
		)
		db.orm.run(sql`${up(ratings)} INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
			SELECT 1001 + i % ${Number(drivers)}, ${id}, 'smooth', 'safe', 'good', 1 + i % 5, i * 1000 FROM n`)
	}
})
db.emptyWal()
db.close()

const server = await startServer({
	flags: ['--data-dir', dataDir, '--rate-limit-scale', '0'],
	command: [program],
})

async function signIn(username: string) {
	const headers = { 'Content-Type': 'application/json' }
	const body = JSON.stringify({ username, password: PASSWORD })
	const response = await fetch(`${server.origin}/api/login`, { method: 'POST', headers, body })
	const { id } = (await response.json()) as { id: number }
	const Cookie = (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
	return async (method: string, path: string, sent?: object) => {
		const answer = await fetch(`${server.origin}/api${path.replace(':me', `${id}`)}`, {
			method,
			headers: { ...headers, Cookie },
			body: sent ? JSON.stringify(sent) : null,
		})
		if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
		await answer.arrayBuffer()
	}
}

/** Latencies of at least 100 small requests while `work` runs. */
async function waitsDuring(work: () => Promise<unknown>) {
	const waits: number[] = []
	const begun = performance.now()
	let ms = 0
	const working = work().then(() => {
		ms = performance.now() - begun
	})
	while (ms === 0 || waits.length < 100) {
		const asked = performance.now()
		await fetch(`${server.origin}/api/health`)
		waits.push(performance.now() - asked)
	}
	await working
	waits.sort((a, b) => a - b)
	return { longest: waits.at(-1) ?? 0, p99: waits[Math.floor(waits.length * 0.99)] ?? 0, ms }
}

const reader = await signIn('reader')
const leaving = await Promise.all(LEAVERS.map(signIn))
const what: [string, (round: number) => Promise<unknown>][] = [
	['alone', () => Bun.sleep(300)],
	['own data, JSON', () => reader('GET', '/users/:me/data?format=json')],
	['own data, CSV', () => reader('GET', '/users/:me/data?format=csv')],
	['home list', () => reader('GET', '/home')],
	['the page /home', () => reader('GET', '/../home')],
	['search, one found', () => reader('GET', '/users?search=member-77777')],
	['search, nobody found', () => reader('GET', '/users?search=nobody-at-all')],
	['search, two letters, nobody found', () => reader('GET', '/users?search=xq')],
	['search, everybody found', () => reader('GET', '/users?search=member')],
	[
		'account deleted',
		async (round) =>
			leaving[round]?.('DELETE', '/users/:me', { password: PASSWORD, ratings: round % 2 ? 'go' : 'stay' }),
	],
]
await reader('GET', '/home')
console.log(
	`${ratings} ratings of ${drivers} drivers by one member, ${members} members; each the median of ${rounds} rounds, in ms`,
)
for (const [name, work] of what) {
	const found: Awaited<ReturnType<typeof waitsDuring>>[] = []
	for (let round = 0; round < Number(rounds); round++) found.push(await waitsDuring(() => work(round)))
	const middle = (key: 'longest' | 'p99' | 'ms', width: number) =>
		median(found.map((one) => one[key]))
			.toFixed(1)
			.padStart(width)
	console.log(
		`${name.padEnd(36)} answered in ${middle('ms', 7)}; others wait ${middle('longest', 6)} at most, p99 ${middle('p99', 5)}`,
	)
}
await server.end('SIGTERM')
