import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Acknowledged, findAcknowledged, rateOnce, signUpRaters } from './raters.ts'
import { type Stage, torture } from './stage.ts'

// bun scripts/torture/soak.ts [--quick] [--minutes N] [--half-open N]
// A hundred requests a second for half an hour: memory, write-ahead log and open files stay bounded (B21). Then a page must
// still load beside many connections that never finish their request. Needs Linux's /proc.

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		minutes: { type: 'string' },
		'half-open': { type: 'string' },
	},
})
const minutes = Number(values.minutes ?? (values.quick ? 0.1 : 30))
const halfOpen = Number(values['half-open'] ?? (values.quick ? 200 : 3000))
const PER_SECOND = 100
const LATE_PAGE = '/profile/2'
const [MEMORY_MAX_MB, LOG_MAX_MB, FILES_GROWTH_MAX] = [250, 64, 5]
/** The server closes a silent connection after ten to fourteen seconds; a busy machine takes longer. */
const GONE_AFTER_MS = 60_000

async function soak({ folder, server: start }: Stage) {
	const dataDir = folder()
	const server = await start(dataDir)
	const { origin, pid } = server
	const look = () => ({
		memoryMb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
		logMb: statSync(join(dataDir, 'backseat.db-wal')).size / 1e6,
		files: readdirSync(`/proc/${pid}/fd`).length,
	})
	const looks = [look()]
	const filesAtFirst = looks[0]?.files ?? 0
	const raters = await signUpRaters(origin, 16)
	const acknowledged: Acknowledged = new Map()
	const faults: string[] = []

	let brokenConnections = 0
	/** Retries once, as browsers and the app do: the server may close an idle connection just as a request is sent. */
	const triedAgain = async <T>(request: () => Promise<T>): Promise<T> => {
		try {
			return await request()
		} catch {
			brokenConnections++
			return await request()
		}
	}
	const ask = async (path: string, cookie: string) => {
		const answer = await triedAgain(() =>
			fetch(origin + path, { headers: { Cookie: cookie }, keepalive: path !== LATE_PAGE }),
		)
		await answer.arrayBuffer()
		if (answer.status !== 200) faults.push(`${path} was ${answer.status}`)
	}
	const oneRequest = async (turn: number) => {
		const rater = raters[turn % raters.length]
		if (!rater) return
		const paths = ['/home', '/api/home', '/api/drivers/2/stats', '/api/ratings/driver/2?limit=20']
		if (turn % 5 !== 4) return ask(paths[turn % 5] ?? '/home', rater.cookie)
		const key = crypto.randomUUID()
		// A retry returns the first response: 200 instead of 201.
		const { status, id, tag } = await triedAgain(() => rateOnce(origin, rater, key))
		if (status === 201 || status === 200) acknowledged.set(id, tag)
		else faults.push(`A rating was ${status}`)
	}

	const looking = setInterval(() => looks.push(look()), 500)
	const from = performance.now()
	const underway = new Set<Promise<void>>()
	let sent = 0
	while (performance.now() - from < minutes * 60_000) {
		for (; sent < ((performance.now() - from) / 1000) * PER_SECOND; sent++) {
			const request = oneRequest(sent).catch((error: unknown) => void faults.push(String(error)))
			underway.add(request)
			request.finally(() => underway.delete(request))
		}
		await Bun.sleep(5)
	}
	await Promise.all(underway)
	clearInterval(looking)
	looks.push(look())

	const beside = await besideHalfOpen(origin, () => ask(LATE_PAGE, ''))
	const filesGrowth = () => look().files - filesAtFirst
	for (const since = performance.now(); performance.now() - since < GONE_AFTER_MS; await Bun.sleep(100))
		if (filesGrowth() <= FILES_GROWTH_MAX) break
	const growth = filesGrowth()

	const exitCode = await server.end('SIGTERM')
	const { rows, lost, doubled, integrity } = findAcknowledged(dataDir, acknowledged)
	const most = (what: 'memoryMb' | 'logMb', of = looks) => Math.max(...of.map((one) => one[what]))
	const firstFifth = looks.slice(0, Math.ceil(looks.length / 5))
	if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
	if (most('memoryMb') > MEMORY_MAX_MB)
		faults.push(`It used ${most('memoryMb').toFixed(0)} MB, ${MEMORY_MAX_MB} are allowed`)
	if (most('logMb') > LOG_MAX_MB) faults.push(`Its write-ahead log grew to ${most('logMb').toFixed(0)} MB`)
	if (growth > FILES_GROWTH_MAX) faults.push(`It holds ${growth} more files open than at first, with everybody gone`)
	if (lost + doubled > 0 || integrity !== 'ok') faults.push(`${lost} lost, ${doubled} doubled, integrity ${integrity}`)
	if (brokenConnections > sent / 10_000) faults.push(`${brokenConnections} connections broke`)
	return {
		faults,
		figures:
			`${minutes} minutes, ${sent} requests (${brokenConnections} tried again), ${rows} ratings: memory ${most('memoryMb').toFixed(0)} MB at most ` +
			`(${most('memoryMb', firstFifth).toFixed(0)} in the first fifth), write-ahead log ${most('logMb').toFixed(1)} MB at most, ` +
			`open files ${growth >= 0 ? '+' : ''}${growth}; beside ${beside.connected} half-open connections a page took ${beside.ms.toFixed(1)} ms`,
	}
}

async function besideHalfOpen(origin: string, act: () => Promise<void>) {
	let connected = 0
	const sockets = Array.from({ length: halfOpen }, () => {
		const { promise, resolve } = Promise.withResolvers<void>()
		const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
			connected++
			socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n', () => resolve())
		})
		socket.on('error', () => resolve())
		return { socket, begun: promise }
	})
	await Promise.all(sockets.map(({ begun: opened }) => opened))
	const since = performance.now()
	await act()
	const ms = performance.now() - since
	for (const { socket } of sockets) socket.destroy()
	return { connected, ms }
}

await torture(async (stage) =>
	process.platform === 'linux' ? soak(stage) : { skipped: 'only Linux shows what another process holds' },
)
