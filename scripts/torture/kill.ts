import { parseArgs } from 'node:util'
import {
	type Acknowledged,
	countOwnRatings,
	findAcknowledged,
	guestWhoRated,
	logInAfter,
	rateAllTheTime,
	signUpRaters,
} from './raters.ts'
import { torture } from './stage.ts'

// bun scripts/torture/kill.ts [--quick] [--kills N]
// 32 clients rate without a pause while the server is killed repeatedly (B1, B6). At each kill a guest is logging in; their
// ratings must be adopted all or none.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, kills: { type: 'string' } } })
const kills = Number(values.kills ?? (values.quick ? 3 : 40))
/** Fewer ratings would prove little; the long form makes at least 10,000 in all. */
const ratingsPerKill = values.quick ? 20 : 250
const OF_GUEST = 6
const LOG_IN_MS = 250

await torture(async ({ folder, server: start }) => {
	const dataDir = folder()
	const acknowledged: Acknowledged = new Map()
	const restartsMs: number[] = []
	const faults: string[] = []
	let cameAlong = 0

	let server = await start(dataDir)
	const raters = await signUpRaters(server.origin, 32)
	const [{ username } = { username: '' }] = raters
	for (let kill = 0; kill < kills; kill++) {
		const guest = await guestWhoRated(server.origin, OF_GUEST)
		const crowd = rateAllTheTime(server.origin, raters, acknowledged)
		await crowd.haveRated(ratingsPerKill)
		await Bun.sleep(Math.random() * 500)
		const loggingIn = logInAfter(server.origin, guest, username).catch(() => null)
		await Bun.sleep(Math.random() * LOG_IN_MS)
		await server.end('SIGKILL')
		await crowd.stop()
		const isIn = await loggingIn
		if (crowd.refused.length > 0) faults.push(`Answers that were no 201: ${[...new Set(crowd.refused)].join(', ')}`)
		const since = performance.now()
		server = await start(dataDir)
		const { status } = await fetch(`${server.origin}/api/ready`)
		restartsMs.push(performance.now() - since)
		if (status !== 200) faults.push(`Not ready after the start: ${status}`)
		const left = await countOwnRatings(server.origin, guest)
		if (left === 0) cameAlong++
		else if (left !== OF_GUEST || isIn !== null)
			faults.push(`Of ${OF_GUEST} ratings of a guest ${left} did not come along`)
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
			`${kills} kills survived, ${acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled, ${cameAlong} guests in, ` +
			`integrity ${integrity}; ready again after ${Math.max(...restartsMs).toFixed(0)} ms at most`,
	}
})
