import { parseArgs } from 'node:util'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { type Acknowledged, backseat, lookUp, percentile, rateOnce, signUpRaters } from './raters.ts'

// bun scripts/torture/load.ts [--quick]
// Many ratings at once: none lost, none twice, no error (B3). Then reading while 500 a second are written (B4).
// Times are told, not judged: this machine has other things to do.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const posts = values.quick ? 1000 : 10_000
const readingSeconds = values.quick ? 3 : 20
const WRITES_PER_SECOND = 500

const dataDir = freshFolder()
const server = await startServer({
	command: backseat,
	flags: ['--data-dir', dataDir, '--rate-limit-scale', '0', '--log-level', 'error'],
})
const { origin } = server
const raters = await signUpRaters(origin, 32)
const acknowledged: Acknowledged = new Map()
const faults: string[] = []
const writeMs: number[] = []

let begun = 0
const rateMany = async (index: number) => {
	const rater = raters[index]
	while (rater && begun++ < posts) {
		const { status, id, tag, ms } = await rateOnce(origin, rater)
		writeMs.push(ms)
		if (status === 201) acknowledged.set(id, tag)
		else faults.push(`An answer was ${status}`)
	}
}
const start = performance.now()
await Promise.all(raters.map((_, index) => rateMany(index)))
const perSecond = Math.round(posts / ((performance.now() - start) / 1000))

const readMs: number[] = []
let isOver = false
let written = 0
const writeSteadily = async () => {
	const from = performance.now()
	const underway: Promise<void>[] = []
	while (!isOver) {
		const due = ((performance.now() - from) / 1000) * WRITES_PER_SECOND
		for (; written < due; written++) {
			const rater = raters[written % raters.length]
			if (!rater) return
			underway.push(
				rateOnce(origin, rater).then(({ status, id, tag }) => {
					if (status === 201) acknowledged.set(id, tag)
					else faults.push(`An answer was ${status}`)
				}),
			)
		}
		await Bun.sleep(2)
	}
	await Promise.all(underway)
}
const read = async () => {
	const until = performance.now() + readingSeconds * 1000
	while (performance.now() < until) {
		const asked = performance.now()
		const answer = await fetch(`${origin}/api/drivers/2/stats`)
		await answer.arrayBuffer()
		readMs.push(performance.now() - asked)
		if (answer.status !== 200) faults.push(`A card was ${answer.status}`)
		await Bun.sleep(5)
	}
	isOver = true
}
await Promise.all([writeSteadily(), read()])

const exitCode = await server.end('SIGTERM')
const { rows, lost, doubled, integrity, counted } = lookUp(dataDir, acknowledged)
if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
if (rows !== acknowledged.size) faults.push(`${rows} ratings are there, ${acknowledged.size} were acknowledged`)
if (lost + doubled > 0 || integrity !== 'ok' || counted !== rows)
	faults.push(`${lost} lost, ${doubled} doubled, integrity ${integrity}, the card counts ${counted} of ${rows}`)

for (const fault of new Set(faults)) console.log(`✗ ${fault}`)
console.log(
	`${posts} ratings by 32 clients at once: ${rows - written} rows for them, ${faults.length} errors, ${perSecond}/s, ` +
		`p99 ${percentile(writeMs, 0.99).toFixed(0)} ms; cards read while ${Math.round(written / readingSeconds)}/s were ` +
		`written: p99 ${percentile(readMs, 0.99).toFixed(0)} ms of ${readMs.length}`,
)
process.exit(faults.length > 0 ? 1 : 0)
