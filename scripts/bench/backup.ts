import { Database as Sqlite } from 'bun:sqlite'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { freshFolder, runToEnd, startServer } from '#server/testing/server-process.ts'
import { rateOnce, signUpRaters } from '../torture/raters.ts'
import { backseat } from '../torture/stage.ts'

// bun scripts/bench/backup.ts [--ratings 1000000] [--raters 8]
// The daily backup that a server makes by itself a minute after its start, while people rate. What it costs them is compared
// with the seconds before it in the same run: compare ratios between machines, never milliseconds.

const { values } = parseArgs({
	options: { ratings: { type: 'string', default: '1000000' }, raters: { type: 'string', default: '8' } },
})

const dataDir = freshFolder()
const data = join(dataDir, 'backseat.db')
const db = openDatabase(data)
seed(db)
db.close()
const sqlite = new Sqlite(data)
sqlite.run(
	`INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
	 WITH RECURSIVE ride(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM ride WHERE nth < ?)
	 SELECT 101 + nth % 5, 1, 'smooth', 'safe', 'good', 1 + nth % 5, 1700000000000 + nth * 1000 FROM ride`,
	[Number(values.ratings)],
)
sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
sqlite.close()

type Write = { at: number; ms: number; status: number }
const figuresOf = (writes: readonly Write[]) => {
	const sorted = writes.map(({ ms }) => ms).toSorted((a, b) => a - b)
	const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
	return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
const line = ({ count, p50, p99, max }: ReturnType<typeof figuresOf>) =>
	`${count} writes, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`

const flags = ['--data-dir', dataDir, '--rate-limit-scale', '0', '--log-level', 'info']
const server = await startServer({ ...(backseat ? { command: backseat } : {}), flags })
try {
	const raters = await signUpRaters(server.origin, Number(values.raters))
	console.log(
		`${values.ratings} ratings, ${raters.length} people who rate without a pause; the backup comes in a minute.`,
	)
	const made = /Backup made: \S+, ([\d.]+) MB in (\d+) ms/
	const writes: Write[] = []
	let isOver = false
	const rating = raters.map(async (rater) => {
		while (!isOver) {
			const { status, ms } = await rateOnce(server.origin, rater)
			writes.push({ at: performance.now(), ms, status })
		}
	})
	while (!made.test(server.output.stderr)) {
		if (/No backup was made.*/.test(server.output.stderr)) throw new Error(server.output.stderr)
		await Bun.sleep(5)
	}
	const end = performance.now()
	isOver = true
	await Promise.all(rating)

	const [, megabytes, took = '0'] = made.exec(server.output.stderr) ?? []
	const start = end - Number(took)
	const between = (from: number, to: number) => figuresOf(writes.filter(({ at }) => at >= from && at < to))
	const during = between(start, end)
	const before = between(start - 10_000, start)
	console.log(`backup: ${megabytes} MB, copied and verified in ${took} ms`)
	console.log(`the 10 s before: ${line(before)}\nmeanwhile:       ${line(during)}`)
	const ratio = (key: 'p50' | 'p99' | 'max') => (during[key] / before[key]).toFixed(1)
	console.log(`meanwhile / before: p50 ${ratio('p50')}, p99 ${ratio('p99')}, longest ${ratio('max')}`)
	console.log(`requests not answered with 201: ${writes.filter(({ status }) => status !== 201).length}`)

	await server.end('SIGTERM')
	for (const words of [
		['backup', 'create'],
		['backup', 'restore', 'newest', '--yes'],
	]) {
		const [newest = ''] = JSON.parse((await backup('backup', 'list', '--json')).stdout).map(
			(one: { path: string }) => one.path,
		)
		const began = performance.now()
		await backup(...words.map((word) => (word === 'newest' ? newest : word)))
		console.log(`${words.slice(0, 2).join(' ')}, without a server: ${(performance.now() - began).toFixed(0)} ms`)
	}
} finally {
	await server.end()
	await rm(dataDir, { recursive: true, force: true })
}

async function backup(...words: string[]) {
	const answer = await runToEnd({
		...(backseat ? { command: backseat } : {}),
		flags: [...words, '--data-dir', dataDir],
	})
	if (answer.exitCode !== 0) throw new Error(answer.stderr)
	return answer
}
