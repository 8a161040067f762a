import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#db/database.ts'
import { SEED_PASSWORD, seed } from '#db/seed.ts'
import { builtBinary } from '../build/build-stamp.ts'
import { bun } from '../run.ts'
import { type Burst, burst } from './load.ts'

// bun scripts/bench/http.ts [--rounds 7] [--seconds 1]
// The built binary against the least that could do the same (bare-server.ts): in one run, taking turns, so that a noisy
// machine is noisy for both. Compare ratios between machines, never requests per second.

const { values } = parseArgs({
	options: { rounds: { type: 'string', default: '7' }, seconds: { type: 'string', default: '1' } },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const RATER = { id: 101, username: 'jonas' }
const DRIVER = 102

const folder = await mkdtemp(join(tmpdir(), 'backseat-bench-'))
const dataOf = (name: string) => {
	const path = join(folder, `${name}.db`)
	const db = openDatabase(path)
	seed(db)
	db.close()
	return path
}

async function startServer(command: string[]) {
	const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore' })
	let said = ''
	for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
		said += chunk
		const port = said.match(/is ready at http:\/\/[^:]+:(\d+)/)?.[1]
		if (port) return { port: Number(port), stop: () => child.kill() }
	}
	throw new Error(`${command.join(' ')} did not start: ${said}`)
}

async function logIn(port: number): Promise<string> {
	const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ username: RATER.username, password: SEED_PASSWORD }),
	})
	const cookie = answer.headers.get('set-cookie')?.split(';')[0]
	if (!cookie) throw new Error(`Could not log in: ${answer.status} ${await answer.text()}`)
	return cookie
}

function requestText(method: string, path: string, cookie: string, body?: object): string {
	const json = body === undefined ? '' : JSON.stringify(body)
	const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Cookie: ${cookie}`]
	if (body !== undefined) head.push('Content-Type: application/json', `Content-Length: ${json.length}`)
	return `${head.join('\r\n')}\r\n\r\n${json}`
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const dataDir = join(folder, 'ours')
await Bun.write(join(dataDir, 'backseat.db'), Bun.file(dataOf('seeded')))
const ours = await startServer([builtBinary, 'serve', '--port', '0', '--data-dir', dataDir, '--rate-limit-scale', '0'])
const bare = await startServer([bun, join(import.meta.dir, 'bare-server.ts'), dataOf('bare')])

try {
	const cookie = await logIn(ours.port)
	const aRating = {
		driverId: DRIVER,
		raterId: RATER.id,
		starRating: 5,
		rideQuality: 'smooth',
		safetyFeeling: 'safe',
		vibeQuality: 'good',
	}
	const calls = [
		{ name: 'GET /api/users/{id}', status: 200, text: requestText('GET', `/api/users/${DRIVER}`, cookie) },
		{
			name: 'GET /api/drivers/{id}/stats',
			status: 200,
			text: requestText('GET', `/api/drivers/${DRIVER}/stats`, cookie),
		},
		{ name: 'POST /api/ratings', status: 201, text: requestText('POST', '/api/ratings', cookie, aRating) },
	]
	console.log(`16 connections, ${rounds} rounds of ${seconds} s each, medians\n`)
	for (const { name, status, text } of calls) {
		const results: { ours: Burst[]; bare: Burst[] } = { ours: [], bare: [] }
		for (const { port } of [ours, bare]) await burst(port, text, status, seconds / 2) // warm up
		for (let round = 0; round < rounds; round++) {
			results.ours.push(await burst(ours.port, text, status, seconds))
			results.bare.push(await burst(bare.port, text, status, seconds))
		}
		const of = (bursts: Burst[], key: keyof Burst) => median(bursts.map((one) => one[key]))
		const line = (bursts: Burst[]) =>
			`${of(bursts, 'perSecond').toFixed(0).padStart(7)}/s  p50 ${of(bursts, 'p50').toFixed(2)} ms  p99 ${of(bursts, 'p99').toFixed(2)} ms`
		const ratios = results.ours.map(
			({ perSecond }, round) => perSecond / (results.bare[round]?.perSecond ?? Number.NaN),
		)
		console.log(`${name}\n  ours ${line(results.ours)}\n  bare ${line(results.bare)}`)
		console.log(`  ours does ${(median(ratios) * 100).toFixed(0)} % of bare\n`)
	}
} finally {
	ours.stop()
	bare.stop()
	await rm(folder, { recursive: true, force: true })
}
