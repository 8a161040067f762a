import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rateOnce, signUpRaters } from './raters.ts'
import type { Stage } from './stage.ts'

/** Notes each time a program waits for the disk. It runs beside the program (-D), so that the program gets our signals itself. */
const watching = (notes: string) => ['strace', '-D', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', notes]

const syncsIn = (notes: string) =>
	existsSync(notes) ? (readFileSync(notes, 'utf8').match(/\bf(?:data)?sync\(/g)?.length ?? 0) : 0

export function whyNoSyncsCanBeSeen({ folder }: Stage): string | null {
	if (process.platform !== 'linux' || !Bun.which('strace')) return 'to see it wait for the disk takes Linux and strace'
	const [notes, file] = [join(folder(), 'notes'), join(folder(), 'file')]
	Bun.spawnSync([...watching(notes), 'dd', 'if=/dev/zero', `of=${file}`, 'count=1', 'conv=fsync'], { stderr: 'ignore' })
	return syncsIn(notes) > 0 ? null : 'to see it wait for the disk takes a system that lets strace look at programs'
}

/** One rating after the other: for each the server must have waited for the disk at least once. */
export async function countSyncs({ folder, server: start }: Stage, ratings: number) {
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
