import { parseArgs } from 'node:util'
import { type Acknowledged, findAcknowledged, rateAllTheTime, signUpRaters } from './raters.ts'
import { torture } from './stage.ts'

// bun scripts/torture/kill.ts [--quick] [--kills N]
// 32 clients rate without a pause; the server is killed in the middle of it, again and again (B1, B6).

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, kills: { type: 'string' } } })
const kills = Number(values.kills ?? (values.quick ? 3 : 40))
/** Fewer would prove little; in all at least 10,000 in the long form. */
const ratingsPerKill = values.quick ? 20 : 250

await torture(async ({ folder, server: start }) => {
	const dataDir = folder()
	const acknowledged: Acknowledged = new Map()
	const restartsMs: number[] = []
	const faults: string[] = []

	let server = await start(dataDir)
	const raters = await signUpRaters(server.origin, 32)
	for (let kill = 0; kill < kills; kill++) {
		const crowd = rateAllTheTime(server.origin, raters, acknowledged)
		await crowd.haveRated(ratingsPerKill)
		await Bun.sleep(Math.random() * 500)
		await server.end('SIGKILL')
		await crowd.stop()
		if (crowd.refused.length > 0) faults.push(`Answers that were no 201: ${[...new Set(crowd.refused)].join(', ')}`)
		const since = performance.now()
		server = await start(dataDir)
		const { status } = await fetch(`${server.origin}/api/ready`)
		restartsMs.push(performance.now() - since)
		if (status !== 200) faults.push(`Not ready after the start: ${status}`)
	}
	const exitCode = await server.end('SIGTERM')

	const { rows, lost, doubled, integrity, counted } = findAcknowledged(dataDir, acknowledged)
	if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
	if (lost > 0) faults.push(`${lost} acknowledged ratings are lost`)
	if (doubled > 0) faults.push(`${doubled} ratings are there twice`)
	if (integrity !== 'ok') faults.push(`Its data: ${integrity}`)
	if (counted !== rows) faults.push(`The card counts ${counted} of ${rows} ratings`)
	return {
		faults,
		figures:
			`${kills} kills survived, ${acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled, ` +
			`integrity ${integrity}; ready again after ${Math.max(...restartsMs).toFixed(0)} ms at most`,
	}
})
