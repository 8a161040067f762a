import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { freshFolder } from '#server/testing/server-process.ts'

// bun scripts/bench/purge.ts [--ratings 1000,100000,1000000] [--rounds 5]
// How long nobody is answered after an account was deleted: the file is rewritten, and its write-ahead log emptied.

const { values } = parseArgs({
	options: {
		ratings: { type: 'string', default: '1000,100000,1000000' },
		rounds: { type: 'string', default: '5' },
	},
})

function median(numbers: number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

for (const ratings of values.ratings.split(',').map(Number)) {
	const path = join(freshFolder(), 'backseat.db')
	const db = openDatabase(path)
	seed(db)
	db.write(() =>
		db.orm.run(sql`
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ratings})
			INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, request_key, created_at)
			SELECT 101 + i % 4, 101 + (i + 1) % 4, 'smooth', 'safe', 'good', 1 + i % 5, ${crypto.randomUUID()} || i, i * 1000 FROM n`),
	)
	db.emptyWal()
	const megabytes = statSync(path).size / 1e6
	const rewriteMs: number[] = []
	const emptyMs: number[] = []
	for (let round = 0; round < Number(values.rounds); round++) {
		const begun = performance.now()
		const outcome = db.rewrite()
		const rewritten = performance.now()
		if (outcome !== 'done' || db.emptyWal() !== 'done') throw new Error('Another program is using the file')
		rewriteMs.push(rewritten - begun)
		emptyMs.push(performance.now() - rewritten)
	}
	db.close()
	console.log(
		`${ratings} ratings (${megabytes.toFixed(1)} MB): rewritten in ${median(rewriteMs).toFixed(0)} ms ` +
			`(${Math.max(...rewriteMs).toFixed(0)} at most), the log emptied in ${median(emptyMs).toFixed(0)} ms`,
	)
}
