import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { type Acknowledged, backseat, lookUp, rateAllTheTime, signUpRaters } from './raters.ts'

// bun scripts/torture/power.ts [--quick] [--cuts N]
// A power cut, as a disk sees it (B2): the data lie on an ext4 of their own in a file. In the middle of the work that
// file is copied: what the kernel has not yet written there is lost, as it would be. The copy is mounted and read.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, cuts: { type: 'string' } } })
const cuts = Number(values.cuts ?? (values.quick ? 2 : 20))

const folder = freshFolder()
const [disk, mounted, after] = [join(folder, 'disk'), join(folder, 'mounted'), join(folder, 'after')]
for (const point of [mounted, after]) mkdirSync(point)

const runs = (...command: string[]) => Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success
const canCut =
	process.getuid?.() === 0 &&
	runs('truncate', '-s', '256M', disk) &&
	runs('mkfs.ext4', '-q', '-F', disk) &&
	runs('mount', '-o', 'loop', disk, mounted)
if (!canCut) {
	rmSync(folder, { recursive: true, force: true })
	console.log('skipped: mounting a disk of its own takes root, mkfs.ext4 and a loop device')
	process.exit(0)
}

const dataDir = join(mounted, 'data')
const acknowledged: Acknowledged = new Map()
const faults: string[] = []
let lostInAll = 0

const server = await startServer({
	command: backseat,
	flags: ['--data-dir', dataDir, '--rate-limit-scale', '0', '--log-level', 'error'],
})
try {
	const raters = await signUpRaters(server.origin, 32)
	for (let cut = 0; cut < cuts; cut++) {
		const crowd = rateAllTheTime(server.origin, raters, acknowledged)
		await Bun.sleep(200 + Math.random() * 600)
		process.kill(server.pid, 'SIGSTOP')
		// What was acknowledged is on its way to the clients; nothing more comes.
		await Bun.sleep(100)
		const until = new Map(acknowledged)
		const copy = join(folder, 'copy')
		copyFileSync(disk, copy)
		process.kill(server.pid, 'SIGCONT')
		await crowd.stop()
		if (!runs('mount', '-o', 'loop', copy, after)) {
			faults.push('The disk after the cut cannot be mounted')
			continue
		}
		const { lost, integrity } = lookUp(join(after, 'data'), until)
		lostInAll += lost
		if (integrity !== 'ok') faults.push(`After cut ${cut + 1} its data: ${integrity}`)
		runs('umount', after)
	}
	if (lostInAll > 0) faults.push(`${lostInAll} acknowledged ratings are lost`)
} finally {
	await server.end('SIGTERM')
	for (const point of [mounted, after]) runs('umount', point)
	rmSync(folder, { recursive: true, force: true })
}

for (const fault of faults) console.log(`✗ ${fault}`)
console.log(`${cuts} power cuts, ${acknowledged.size} acknowledged, ${lostInAll} lost`)
process.exit(faults.length > 0 ? 1 : 0)
