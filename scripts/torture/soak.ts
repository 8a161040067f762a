import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { type Acknowledged, backseat, lookUp, rateOnce, signUpRaters } from './raters.ts'

// bun scripts/torture/soak.ts [--quick] [--minutes N] [--half-open N]
// A hundred requests a second for half an hour: memory, write-ahead log and open files stay bounded (B21). Then many
// connections that never finish their request, beside which a page must still come. Needs Linux's /proc.

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		minutes: { type: 'string' },
		'half-open': { type: 'string' },
	},
})
const minutes = Number(values.minutes ?? (values.quick ? 0.15 : 30))
const halfOpen = Number(values['half-open'] ?? (values.quick ? 200 : 3000))
const PER_SECOND = 100
/** Asked for over a connection of its own. */
const LATE_PAGE = '/profile/2'
const [MEMORY_MAX_MB, LOG_MAX_MB, FILES_GROWTH_MAX] = [250, 64, 20]

if (process.platform !== 'linux') {
	console.log('skipped: how many files another process holds open, only Linux tells')
	process.exit(0)
}

const dataDir = freshFolder()
const server = await startServer({
	command: backseat,
	flags: ['--data-dir', dataDir, '--rate-limit-scale', '0', '--log-level', 'error'],
})
const { origin, pid } = server
const raters = await signUpRaters(origin, 16)
const acknowledged: Acknowledged = new Map()
const faults: string[] = []

const ask = async (path: string, cookie: string) => {
	const answer = await fetch(origin + path, { headers: { Cookie: cookie }, keepalive: path !== LATE_PAGE })
	await answer.arrayBuffer()
	if (answer.status !== 200) faults.push(`${path} was ${answer.status}`)
}
/** One in five writes; the others look around as people do. */
const oneRequest = async (turn: number) => {
	const rater = raters[turn % raters.length]
	if (!rater) return
	const paths = ['/home', '/api/home', '/api/drivers/2/stats', '/api/ratings/driver/2?limit=20']
	if (turn % 5 !== 4) return ask(paths[turn % 5] ?? '/home', rater.cookie)
	const { status, id, tag } = await rateOnce(origin, rater)
	if (status === 201) acknowledged.set(id, tag)
	else faults.push(`A rating was ${status}`)
}

const look = () => ({
	memoryMb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
	logMb: statSync(join(dataDir, 'backseat.db-wal')).size / 1e6,
	files: readdirSync(`/proc/${pid}/fd`).length,
})

const looks: ReturnType<typeof look>[] = []
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

const most = (what: keyof ReturnType<typeof look>, of = looks) => Math.max(...of.map((one) => one[what]))
// The connections of the first seconds are as many as there will be.
const settled = looks.slice(0, Math.ceil(looks.length / 5))
const filesGrowth = (looks.at(-1)?.files ?? 0) - most('files', settled)

const sockets: Socket[] = []
for (let i = 0; i < halfOpen; i++) {
	const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
		socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n'),
	)
	socket.on('error', () => {})
	sockets.push(socket)
	if (i % 100 === 99) await Bun.sleep(5)
}
const asked = performance.now()
await ask(LATE_PAGE, '')
const besideMs = performance.now() - asked
for (const socket of sockets) socket.destroy()

const exitCode = await server.end('SIGTERM')
const { rows, lost, doubled, integrity } = lookUp(dataDir, acknowledged)
if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
if (most('memoryMb') > MEMORY_MAX_MB)
	faults.push(`It used ${most('memoryMb').toFixed(0)} MB, ${MEMORY_MAX_MB} are allowed`)
if (most('logMb') > LOG_MAX_MB) faults.push(`Its write-ahead log grew to ${most('logMb').toFixed(0)} MB`)
if (filesGrowth > FILES_GROWTH_MAX) faults.push(`It holds ${filesGrowth} more files open than at first`)
if (lost + doubled > 0 || integrity !== 'ok') faults.push(`${lost} lost, ${doubled} doubled, integrity ${integrity}`)

for (const fault of new Set(faults)) console.log(`✗ ${fault}`)
console.log(
	`${minutes} minutes, ${sent} requests, ${rows} ratings: memory ${most('memoryMb').toFixed(0)} MB at most ` +
		`(${most('memoryMb', settled).toFixed(0)} in the first fifth), write-ahead log ${most('logMb').toFixed(1)} MB at most, ` +
		`open files ${filesGrowth >= 0 ? '+' : ''}${filesGrowth}; beside ${halfOpen} half-open connections a page took ${besideMs.toFixed(1)} ms`,
)
process.exit(faults.length > 0 ? 1 : 0)
