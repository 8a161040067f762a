import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Acknowledged, findAcknowledged, rateAllTheTime, signUpRaters } from './raters.ts'
import type { Stage } from './stage.ts'

type Disk = ReturnType<typeof mountedDisk> & object

const runs = (...command: string[]) =>
	Bun.which(command[0] ?? '') !== null && Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).success

/** An ext4 of our own in a file, or nothing where this user may not have one. */
export function mountedDisk({ folder, atEnd }: Stage) {
	const home = folder()
	const [file, mounted, after] = [join(home, 'disk'), join(home, 'mounted'), join(home, 'after')]
	for (const point of [mounted, after]) mkdirSync(point)
	// Lazily: whoever was killed a moment ago may still be there.
	atEnd(() => [mounted, after].map((point) => runs('umount', '-l', point)))
	const isMounted =
		process.getuid?.() === 0 &&
		runs('truncate', '-s', '256M', file) &&
		runs('mkfs.ext4', '-q', '-F', file) &&
		runs('mount', '-o', 'loop', file, mounted)
	return isMounted ? { file, mounted, after, copy: join(home, 'copy') } : null
}

/**
 * A power cut, as a disk sees it. In the middle of the work the file under the file system is copied: what the kernel has
 * not yet written there is lost, as it would be. The copy is mounted and read.
 */
export async function cutPower({ server: start }: Stage, { file, mounted, after, copy }: Disk, cuts: number) {
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
		// What was acknowledged is on its way to the clients; nothing more comes.
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
