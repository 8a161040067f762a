import { parseArgs } from 'node:util'
import { freshFolder, type ServerProcess, startServer } from '#server/testing/server-process.ts'
import { type Acknowledged, backseat, lookUp, rateAllTheTime, signUpRaters } from './raters.ts'

// bun scripts/torture/kill.ts [--quick] [--kills N]
// 32 clients rate without a pause; the server is killed in the middle of it, again and again (B1, B6).

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, kills: { type: 'string' } } })
const kills = Number(values.kills ?? (values.quick ? 3 : 40))
const ACKNOWLEDGED_MIN = values.quick ? 50 : 10_000

const dataDir = freshFolder()
const flags = ['--data-dir', dataDir, '--rate-limit-scale', '0', '--log-level', 'error']
const acknowledged: Acknowledged = new Map()
const restartsMs: number[] = []
const faults: string[] = []

const started = async (): Promise<ServerProcess> => {
	const start = performance.now()
	const server = await startServer({ command: backseat, flags })
	const answer = await fetch(`${server.origin}/api/ready`)
	if (answer.status !== 200) faults.push(`Not ready after the start: ${answer.status}`)
	restartsMs.push(performance.now() - start)
	return server
}

let server = await started()
const raters = await signUpRaters(server.origin, 32)
restartsMs.length = 0
for (let kill = 0; kill < kills; kill++) {
	const crowd = rateAllTheTime(server.origin, raters, acknowledged)
	await Bun.sleep(300 + Math.random() * 500)
	await server.end('SIGKILL')
	await crowd.stop()
	if (crowd.refused.length > 0) faults.push(`Answers that were no 201: ${[...new Set(crowd.refused)].join(', ')}`)
	server = await started()
}
const exitCode = await server.end('SIGTERM')

const { rows, lost, doubled, integrity, counted } = lookUp(dataDir, acknowledged)
if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
if (lost > 0) faults.push(`${lost} acknowledged ratings are lost`)
if (doubled > 0) faults.push(`${doubled} ratings are there twice`)
if (integrity !== 'ok') faults.push(`Its data: ${integrity}`)
if (counted !== rows) faults.push(`The card counts ${counted} of ${rows} ratings`)
if (acknowledged.size < ACKNOWLEDGED_MIN)
	faults.push(`Only ${acknowledged.size} ratings were acknowledged, which proves little`)

for (const fault of faults) console.log(`✗ ${fault}`)
console.log(
	`${kills} kills survived, ${acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled, integrity ${integrity}; ` +
		`ready again after ${Math.max(...restartsMs).toFixed(0)} ms at most`,
)
process.exit(faults.length > 0 ? 1 : 0)
