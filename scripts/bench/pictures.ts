import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { DriverPictures } from '#contract/pictures.ts'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { rateOnce, signUpRaters } from '../torture/raters.ts'
import { backseat } from '../torture/stage.ts'
import { median } from './figures.ts'

// bun scripts/bench/pictures.ts [--pictures 20] [--rounds 3]
// What it costs everybody else that pictures are drawn: people read a card, open a page and rate, each after a short
// pause, first by themselves, then while pictures wait to be drawn. Compare ratios between machines, never milliseconds.

const { values } = parseArgs({
	options: { pictures: { type: 'string', default: '20' }, rounds: { type: 'string', default: '3' } },
})
const COUNT = Number(values.pictures)
const ALONE_MS = 6000
const PAUSE_MS = 4

type Figures = { count: number; p50: number; p99: number }
function figuresOf(ms: readonly number[]): Figures {
	const sorted = ms.toSorted((a, b) => a - b)
	return { count: ms.length, p50: median(sorted), p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN }
}

const server = await startServer({
	...(backseat ? { command: backseat } : {}),
	flags: ['--data-dir', freshFolder(), '--rate-limit-scale', '0', '--log-level', 'warning'],
})
try {
	const [rater] = await signUpRaters(server.origin, 1)
	if (!rater) throw new Error('Nobody signed up')
	const rate = () => rateOnce(server.origin, rater)

	const timed = async (path: string) => {
		const since = performance.now()
		await (await fetch(server.origin + path)).arrayBuffer()
		return performance.now() - since
	}
	const calls = {
		'a card (GET /api/drivers/{id}/stats)': () => timed('/api/drivers/2/stats'),
		'a page (GET /home)': () => timed('/home'),
		'a rating (POST /api/ratings)': async () => (await rate()).ms,
	}

	/** Everybody does their thing until this has happened. */
	async function meanwhile(happens: Promise<unknown>): Promise<Record<string, Figures>> {
		let isOver = false
		const found = Object.entries(calls).map(async ([name, call]) => {
			const ms: number[] = []
			while (!isOver) {
				ms.push(await call())
				await Bun.sleep(PAUSE_MS)
			}
			return [name, figuresOf(ms)] as const
		})
		await happens
		isOver = true
		return Object.fromEntries(await Promise.all(found))
	}

	/** Each rating changes the card, so each asks for a picture that was never drawn. */
	async function newPictures(): Promise<string[]> {
		const paths: string[] = []
		while (paths.length < COUNT) {
			await rate()
			const answer = await fetch(`${server.origin}/api/drivers/2/pictures`)
			const { preview, story } = (await answer.json()) as DriverPictures
			paths.push(preview, story)
		}
		return paths.slice(0, COUNT)
	}

	const statuses: number[] = []
	const ask = async (path: string) => {
		const answer = await fetch(server.origin + path)
		statuses.push(answer.status)
		await answer.arrayBuffer()
	}
	await meanwhile(Bun.sleep(2000))
	const ratios: Record<string, { p50: number[]; p99: number[] }> = {}
	for (let round = 0; round < Number(values.rounds); round++) {
		const alone = await meanwhile(Bun.sleep(ALONE_MS))
		const paths = await newPictures()
		const since = performance.now()
		const drawing = await meanwhile(Promise.all(paths.map(ask)))
		console.log(`${COUNT} pictures in ${((performance.now() - since) / 1000).toFixed(1)} s`)
		for (const [name, { count, p50, p99 }] of Object.entries(drawing)) {
			const before = alone[name] ?? { p50: Number.NaN, p99: Number.NaN }
			ratios[name] ??= { p50: [], p99: [] }
			ratios[name].p50.push(p50 / before.p50)
			ratios[name].p99.push(p99 / before.p99)
			console.log(
				`  ${name}: p50 ${before.p50.toFixed(2)} → ${p50.toFixed(2)} ms, p99 ${before.p99.toFixed(2)} → ${p99.toFixed(2)} ms (${count} requests)`,
			)
		}
	}
	console.log(`On ${availableParallelism()} processors, the middle of ${values.rounds} rounds, while drawing / alone:`)
	for (const [name, { p50, p99 }] of Object.entries(ratios))
		console.log(`  ${name}: p50 ${median(p50).toFixed(2)}, p99 ${median(p99).toFixed(2)}`)
	console.log(
		`Pictures not answered with 200: ${statuses.filter((status) => status !== 200).length} of ${statuses.length}`,
	)
} finally {
	await server.end('SIGTERM')
}
