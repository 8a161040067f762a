import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { runToEnd } from '#server/testing/server-process.ts'
import { percentile, rateOnce, signUpRaters } from './raters.ts'
import { backseat, torture } from './stage.ts'

// bun scripts/torture/million.ts [--quick] [--ratings N]
// With a million ratings: the duration of a start (B5), and a backup while members rate (B7).
// Times are reported, not judged: they depend on the machine.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, ratings: { type: 'string' } } })
const ratings = Number(values.ratings ?? (values.quick ? 20_000 : 1_000_000))

function writeRatings(path: string) {
	const db = openDatabase(path)
	seed(db)
	const already = db.orm.get<[number]>(sql`SELECT count(*) FROM ratings`)[0]
	db.write(() =>
		db.orm.run(sql`
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ratings - already})
			INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, request_key, created_at)
			SELECT 101 + i % 4, 101 + (i + 1) % 4, iif(i % 3, 'smooth', 'bumpy'), iif(i % 7, 'safe', 'unsafe'),
				iif(i % 5, 'good', 'off'), 1 + i % 5, ${randomUUID()} || i, ${Date.UTC(2026, 0, 1)} + i * 1000 FROM n`),
	)
	db.close()
}

await torture(async ({ folder, server: start }) => {
	const faults: string[] = []

	async function timedStart(dataDir: string) {
		const since = performance.now()
		const server = await start(dataDir)
		const { status } = await fetch(`${server.origin}/api/ready`)
		if (status !== 200) faults.push(`Not ready: ${status}`)
		return { server, ms: performance.now() - since }
	}

	const empty = await timedStart(folder())
	await empty.server.end('SIGTERM')
	const dataDir = folder()
	writeRatings(join(dataDir, 'backseat.db'))
	const megabytes = (statSync(join(dataDir, 'backseat.db')).size / 1e6).toFixed(0)
	const full = await timedStart(dataDir)
	const { origin } = full.server

	const writeMs: number[] = []
	let isOver = false
	const raters = await signUpRaters(origin, 4)
	const rating = Promise.all(
		raters.map(async (rater) => {
			while (!isOver) {
				const { status, ms } = await rateOnce(origin, rater)
				writeMs.push(ms)
				if (status !== 201) faults.push(`A rating was ${status}`)
				await Bun.sleep(5)
			}
		}),
	)
	await Bun.sleep(500)
	const [before, since] = [writeMs.length, performance.now()]
	const backup = await runToEnd({
		command: backseat,
		flags: ['backup', 'create', join(dataDir, 'copy.db'), '--data-dir', dataDir],
	})
	const backupMs = performance.now() - since
	const meanwhile = writeMs.slice(before)
	isOver = true
	await rating
	if (backup.exitCode !== 0) faults.push(`The backup ended with ${backup.exitCode}: ${backup.stderr}`)
	const exitCode = await full.server.end('SIGTERM')
	if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
	return {
		faults,
		figures:
			`${ratings} ratings (${megabytes} MB): first answer after ${full.ms.toFixed(0)} ms (empty: ${empty.ms.toFixed(0)} ms); ` +
			`a backup, made and verified, in ${(backupMs / 1000).toFixed(1)} s beside ${meanwhile.length} ratings, ` +
			`of which the slowest took ${Math.max(0, ...meanwhile).toFixed(0)} ms (p50 ${percentile(meanwhile, 0.5).toFixed(0)} ms), ${faults.length} failed`,
	}
})
