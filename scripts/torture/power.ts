import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Acknowledged, findAcknowledged, rateAllTheTime, rateOnce, signUpRaters } from './raters.ts'
import { type Stage, torture } from './stage.ts'

// bun scripts/torture/power.ts [--quick] [--cuts N] [--syncs]
// Acknowledged data survives a power cut (B2). Cuts the power of a loop-mounted disk if this user may mount one; otherwise,
// or with --syncs, checks that the server waits for the disk before it acknowledges.

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		cuts: { type: 'string' },
		syncs: { type: 'boolean', default: false },
	},
})

type Disk = ReturnType<typeof mountedDisk> & object

const runs = (...command: string[]) =>
	Bun.which(command[0] ?? '') !== null && Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success

/** A new ext4 file system in a file; undefined without permission to mount it. */
function mountedDisk({ folder, atEnd }: Stage) {
	const home = folder()
	const [file, mounted, after] = [join(home, 'disk'), join(home, 'mounted'), join(home, 'after')]
	for (const point of [mounted, after]) mkdirSync(point)
	// Unmounts lazily, because a killed process may still hold the mount.
	atEnd(() => [mounted, after].map((point) => runs('umount', '-l', point)))
	const isMounted =
		process.getuid?.() === 0 &&
		runs('truncate', '-s', '256M', file) &&
		runs('mkfs.ext4', '-q', '-F', file) &&
		runs('mount', '-o', 'loop', file, mounted)
	return isMounted ? { file, mounted, after, copy: join(home, 'copy') } : null
}

/**
 * Simulates a power cut: copies the file under the file system mid-work, which loses everything that the kernel has not written.
 * Then mounts and reads the copy.
 */
async function cutPower({ server: start }: Stage, { file, mounted, after, copy }: Disk, cuts: number) {
	const acknowledged: Acknowledged = new Map()
	const faults: string[] = []
	let lostInAll = 0

	const server = await start(join(mounted, 'data'))
	const raters = await signUpRaters(server.origin, 32)
	for (let cut = 0; cut < cuts; cut++) {
		const crowd = rateAllTheTime(server.origin, raters, acknowledged)
		await crowd.haveRated(20)
		await Bun.sleep(Math.random() * 500)
		process.kill(server.pid, 'SIGSTOP')
		// The stopped server sends no more acknowledgements; wait for those still in transit to the clients.
		await Bun.sleep(100)
		const until = new Map(acknowledged)
		const isCopied = runs('cp', file, copy)
		process.kill(server.pid, 'SIGCONT')
		await crowd.stop()
		if (crowd.refused.length > 0) faults.push(`Answers that were no 201: ${[...new Set(crowd.refused)].join(', ')}`)
		if (!isCopied || !runs('mount', '-o', 'loop', copy, after)) {
			faults.push('The disk after the cut cannot be mounted')
			continue
		}
		try {
			const { lost, integrity } = findAcknowledged(join(after, 'data'), until)
			lostInAll += lost
			if (integrity !== 'ok') faults.push(`After cut ${cut + 1} its data: ${integrity}`)
		} catch (error) {
			lostInAll += until.size
			faults.push(`After cut ${cut + 1} its data cannot be read: ${error}`)
		}
		runs('umount', after)
	}
	if (lostInAll > 0) faults.push(`${lostInAll} acknowledged ratings are lost`)
	const exitCode = await server.end('SIGTERM')
	if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
	return { faults, figures: `${cuts} power cuts, ${acknowledged.size} acknowledged, ${lostInAll} lost` }
}

/** Logs each time a program waits for the disk. -D runs strace beside the program, so that signals reach the program itself. */
const watching = (notes: string) => ['strace', '-D', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', notes]

const syncsIn = (notes: string) =>
	existsSync(notes) ? (readFileSync(notes, 'utf8').match(/\bf(?:data)?sync\(/g)?.length ?? 0) : 0

function whyNoSyncsCanBeSeen({ folder }: Stage): string | null {
	if (process.platform !== 'linux' || !Bun.which('strace')) return 'to see it wait for the disk takes Linux and strace'
	const [notes, file] = [join(folder(), 'notes'), join(folder(), 'file')]
	Bun.spawnSync([...watching(notes), 'dd', 'if=/dev/zero', `of=${file}`, 'count=1', 'conv=fsync'], { stderr: 'ignore' })
	return syncsIn(notes) > 0 ? null : 'to see it wait for the disk takes a system that lets strace look at programs'
}

async function countSyncs({ folder, server: start }: Stage, ratings: number) {
	const notes = join(folder(), 'notes')
	const faults: string[] = []
	const server = await start(folder(), { under: watching(notes) })
	const [rater] = await signUpRaters(server.origin, 1)
	if (!rater) throw new Error('Nobody signed up')
	const before = syncsIn(notes)
	for (let rating = 0; rating < ratings; rating++) {
		const { status } = await rateOnce(server.origin, rater)
		if (status !== 201) faults.push(`A rating was ${status}`)
	}
	const syncs = syncsIn(notes) - before
	if (syncs < ratings) faults.push(`${ratings} ratings were acknowledged, and the disk was waited for ${syncs} times`)
	const exitCode = await server.end('SIGTERM')
	if (exitCode !== 0) faults.push(`It ended with ${exitCode}`)
	return {
		faults,
		figures: `no disk to cut the power of; ${ratings} ratings acknowledged, the disk waited for ${syncs} times`,
	}
}

await torture(async (stage) => {
	const disk = values.syncs ? null : mountedDisk(stage)
	if (disk) return cutPower(stage, disk, Number(values.cuts ?? (values.quick ? 2 : 20)))
	const why = whyNoSyncsCanBeSeen(stage)
	if (why) return { skipped: `to cut the power of a disk takes root, mkfs.ext4 and a loop device; instead, ${why}` }
	return countSyncs(stage, values.quick ? 50 : 1000)
})
