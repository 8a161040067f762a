import { parseArgs } from 'node:util'
import { type Acknowledged, findAcknowledged, percentile, rateOnce, signUpRaters } from './raters.ts'
import { torture } from './stage.ts'

// bun scripts/torture/load.ts [--quick]
// Many concurrent ratings: none lost, none twice, no error (B3). Then reads during 500 writes a second (B4).
// Times are reported, not judged: they depend on the machine.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const posts = values.quick ? 1000 : 10_000
const readingSeconds = values.quick ? 2 : 20
const WRITES_PER_SECOND = 500

await torture(async ({ folder, server: start }) => {
	const dataDir = folder()
	const server = await start(dataDir)
	const { origin } = server
	const raters = await signUpRaters(origin, 32)
	const acknowledged: Acknowledged = new Map()
	const faults: string[] = []

	async function rate(nth: number): Promise<number> {
		const rater = raters[nth % raters.length]
		if (!rater) throw new Error('Nobody signed up')
		const { status, id, tag, ms } = await rateOnce(origin, rater)
		if (status === 201) acknowledged.set(id, tag)
		else faults.push(`A rating was ${status}`)
		return ms
	}

	let started = 0
	const writeMs: number[] = []
	const rateMany = async (nth: number) => {
		while (started++ < posts) writeMs.push(await rate(nth))
	}
	const since = performance.now()
	await Promise.all(raters.map((_, nth) => rateMany(nth)))
	const perSecond = Math.round(posts / ((performance.now() - since) / 1000))

	let written = 0
	let isOver = false
	const writeSteadily = async () => {
		const from = performance.now()
		const underway: Promise<number>[] = []
		while (!isOver) {
			const due = ((performance.now() - from) / 1000) * WRITES_PER_SECOND
			while (written < due) underway.push(rate(written++))
			await Bun.sleep(2)
		}
		await Promise.all(underway)
	}
	const readMs: number[] = []
	const read = async () => {
		const until = performance.now() + readingSeconds * 1000
		while (performance.now() < until) {
			const sentAt = performance.now()
			const answer = await fetch(`${origin}/api/drivers/2/stats`)
			await answer.arrayBuffer()
			readMs.push(performance.now() - sentAt)
			if (answer.status !== 200) faults.push(`A card was ${answer.status}`)
			await Bun.sleep(5)
		}
		isOver = true
	}
	await Promise.all([writeSteadily(), read()])

	const exitCode = await server.end('SIGTERM')
	const { rows, lost, doubled, integrity, counted } = findAcknowledged(dataDir, acknowledged)
	if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
	if (rows !== acknowledged.size) faults.push(`${rows} ratings are there, ${acknowledged.size} were acknowledged`)
	if (lost + doubled > 0 || integrity !== 'ok' || counted !== rows)
		faults.push(`${lost} lost, ${doubled} doubled, integrity ${integrity}, the card counts ${counted} of ${rows}`)
	return {
		faults,
		figures:
			`${posts} ratings by 32 clients at once: ${rows - written} rows for them, ${faults.length} errors, ${perSecond}/s, ` +
			`p99 ${percentile(writeMs, 0.99).toFixed(0)} ms; cards read while ${Math.round(written / readingSeconds)}/s were ` +
			`written: p99 ${percentile(readMs, 0.99).toFixed(0)} ms of ${readMs.length}`,
	}
})
