import { Database } from 'bun:sqlite'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FROM_SOURCE } from '#server/testing/server-process.ts'
import { sendNonsense } from './fuzz-nonsense.ts'
import { sendHostileRequests } from './fuzz-requests.ts'
import { runSlowClients } from './fuzz-slow.ts'
import { backseat, torture } from './stage.ts'

// bun scripts/torture/fuzz.ts [--quick] [--requests N] [--nonsense N] [--slow N] [--seed N]
// Attacks a real Backseat over its port; runs from source without a current build. The quick form skips slow clients, which
// src-server/http/raw-http.test.ts covers.

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		requests: { type: 'string' },
		nonsense: { type: 'string' },
		slow: { type: 'string' },
		seed: { type: 'string' },
	},
})
const amount = (text: string | undefined, long: number, quick: number) => Number(text ?? (values.quick ? quick : long))
const requests = amount(values.requests, 100_000, 1500)
const nonsense = amount(values.nonsense, 10_000, 300)
const slow = amount(values.slow, 500, 0)
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
/** Allows for 32 concurrent clients and two password hashes of 19 MiB. */
const MEMORY_MAX_MB = 400

const megabytes = (kilobytes: string | undefined) => Math.round(Number(kilobytes) / 1024)

/** Resident memory in MB; 0 for an ended process. Uses /proc on Linux, otherwise `ps`. */
function residentMb(pid: number): number {
	const status = `/proc/${pid}/status`
	if (process.platform === 'linux')
		return existsSync(status) ? megabytes(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? '0') : 0
	const { stdout } = Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)])
	return megabytes(stdout.toString().trim())
}

function watchMemory(pid: number) {
	const startMb = residentMb(pid)
	let peakMb = startMb
	const look = () => {
		peakMb = Math.max(peakMb, residentMb(pid))
	}
	const timer = setInterval(look, 250)
	return {
		stop() {
			clearInterval(timer)
			look()
			return { startMb, peakMb }
		},
	}
}

await torture(async ({ folder, server: start }) => {
	const dataDir = folder()
	const server = await start(dataDir, { logLevel: 'info' })
	const { origin } = server
	const memory = watchMemory(server.pid)
	const faults: string[] = []
	const alive = async (after: string) => {
		const answer = await fetch(`${origin}/api/ready`).catch((error: Error) => error.message)
		if (typeof answer === 'string' || answer.status !== 200)
			faults.push(`After ${after} it is not ready any more: ${answer}`)
	}

	const what = backseat === FROM_SOURCE ? 'run from source' : 'the built binary'
	console.log(`Seed ${seed}, ${what}, ${origin}`)
	const sent = await sendHostileRequests({ origin, requests, seed })
	await alive('hostile requests')
	const shouted = await sendNonsense({ origin, times: nonsense, seed })
	await alive('nonsense')
	const dawdled = slow > 0 ? await runSlowClients({ origin, times: slow }) : { faults: [] }
	await alive('slow clients')
	faults.push(...sent.faults, ...shouted.faults, ...dawdled.faults)

	const { startMb, peakMb } = memory.stop()
	if (peakMb > MEMORY_MAX_MB) faults.push(`It used ${peakMb} MB, ${MEMORY_MAX_MB} are allowed`)
	const exitCode = await server.end('SIGTERM')
	if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
	const text = server.output.stdout + server.output.stderr
	for (const secret of sent.secrets)
		if (text.includes(secret)) faults.push(`Its log has a secret: ${secret.slice(0, 12)}…`)
	for (const line of text.split('\n'))
		if (/\b(unhandled|uncaught|TypeError|at .+:\d+:\d+)/.test(line)) faults.push(`It says: ${line}`)
	const db = new Database(join(dataDir, 'backseat.db'), { readonly: true })
	const integrity = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()?.integrity_check
	if (integrity !== 'ok') faults.push(`Its data: ${integrity}`)
	db.close()

	const statuses = Object.entries(sent.statuses).map(([status, times]) => `${status}: ${times}`)
	console.log(`Answers: ${statuses.join(', ')}; to nonsense: ${JSON.stringify(shouted.statuses)}`)
	return {
		faults,
		figures:
			`${requests} hostile requests (${what}, seed ${seed}, ${sent.perSecond}/s), ${nonsense} times no HTTP, ${slow} slow clients: ` +
			`${faults.length} faults, alive, memory ${startMb} MB at first and ${peakMb} MB at most`,
	}
})
