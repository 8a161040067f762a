import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { builtBinary } from '../build/build-stamp.ts'

// bun scripts/bench/start.ts [--ratings 1000000] [--rounds 5]
// How long the built binary takes from its start to its first answer: with nothing, with that many ratings, and after
// kill -9 in the middle of writing. Every start looks at the whole data file, after a clean stop of the last server beside
// the first answers (src-server/process/data/served-data.ts), otherwise before them.

const { values } = parseArgs({
	options: { ratings: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
})
const rounds = Number(values.rounds)
const folder = await mkdtemp(join(tmpdir(), 'backseat-start-'))

async function start(dataDir: string, checkAt = '/api/ready') {
	const since = performance.now()
	const flags = ['--port', '0', '--data-dir', dataDir, '--rate-limit-scale', '0']
	const child = Bun.spawn([builtBinary, 'serve', ...flags], { stdout: 'pipe', stderr: 'ignore' })
	let said = ''
	for await (const text of child.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
		said += text
		const [, origin] = said.match(/is ready at (http:\/\/[^/]+)/) ?? []
		if (!origin) continue
		const answer = await fetch(origin + checkAt)
		if (!answer.ok) throw new Error(`${checkAt} answered ${answer.status}`)
		return { ms: performance.now() - since, origin, child }
	}
	throw new Error(`It did not start: ${said}`)
}

const nothing = async () => {}
const PAGES_LOOKED_AT_MS = 5000

type Measured = { use?: (origin: string) => Promise<void>; end?: NodeJS.Signals }

async function measure(name: string, dataDir: string, { use = nothing, end = 'SIGKILL' }: Measured = {}) {
	const times: number[] = []
	const work: number[] = []
	for (let round = 0; round < rounds; round++) {
		const { ms, origin, child } = await start(dataDir)
		times.push(ms)
		await use(origin)
		// Long enough for the look at the pages: a stop before it has ended leaves no mark.
		if (end === 'SIGTERM') await Bun.sleep(PAGES_LOOKED_AT_MS)
		child.kill(end)
		await child.exited
		work.push(Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000)
	}
	const ms = (times: number[], at: number) =>
		`${times
			.toSorted((a, b) => a - b)
			.at(at)
			?.toFixed(0)} ms`
	const middle = Math.floor(rounds / 2)
	// On a busy machine the work done says more than the time it took; after writing it is not of the start alone.
	const worked = use === nothing ? `, work ${ms(work, middle)}` : ''
	console.log(`${name.padEnd(40)} median ${ms(times, middle)}, worst ${ms(times, -1)}${worked}`)
}

async function stopWell(dataDir: string) {
	const { child } = await start(dataDir)
	child.kill('SIGTERM')
	await child.exited
}

/** Guests who rate the demo driver until the server is gone. */
async function writeForAWhile(origin: string) {
	const ride = { driverId: 2, rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 5 }
	const body = JSON.stringify(ride)
	const headers = { 'Content-Type': 'application/json' }
	const until = performance.now() + 1000
	const guest = async () => {
		while (performance.now() < until) await fetch(`${origin}/api/ratings`, { method: 'POST', headers, body })
	}
	await Promise.all(Array.from({ length: 16 }, guest))
}

try {
	await measure('no data yet, or almost none', join(folder, 'empty'))

	const full = join(folder, 'full')
	await Bun.write(join(full, 'nothing'), '')
	const path = join(full, 'backseat.db')
	const db = openDatabase(path)
	seed(db)
	db.write(() =>
		db.orm.run(`
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Number(values.ratings)})
			INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
			SELECT 102 + i % 3, 101, 'smooth', 'safe', 'good', 1 + i % 5, 1767600000000 + i FROM n`),
	)
	db.close()
	console.log(`\n${values.ratings} ratings, ${(Bun.file(path).size / 1e6).toFixed(0)} MB`)
	await measure('with these, after no clean stop', full)
	await stopWell(full)
	await measure('with these, after a clean stop', full, { end: 'SIGTERM' })
	await measure('after kill -9 in the middle of writing', full, { use: writeForAWhile })
} finally {
	await rm(folder, { recursive: true, force: true })
}
