import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { busy } from '#server/http/problems.ts'
import type { Schedule } from '#server/process/clock.ts'
import type { DrawPicture } from './drawn-pictures.ts'

/** The command that draws, for a server alone (commands/machine/child-process-commands.ts). It is sent pictures, one at a time. */
export const DRAW_PICTURES = 'draw-pictures'

/** What it sends back for each. */
export type DrawingAnswer = { png: Uint8Array<ArrayBuffer> } | { failure: string }

const MAIN = join(import.meta.dir, '..', '..', 'main.ts')
/** What runs, also when the file it was started from has been replaced by a newer version. */
const RUNNING = '/proc/self/exe'

/** A drawing that takes longer has hung: most take half a second, and a machine that is busy with other things draws slowly. */
const SLOWEST_MS = 90_000
const QUIET_MS = 60_000

/** The process ended before it had answered: for want of memory, say. */
type Ended = { ended: NodeJS.Signals | number }
type Child = { process: Bun.Subprocess; answered: (answer: DrawingAnswer | Ended) => void }

/**
 * Draws in a process of its own, which is started for the first picture and ends after a quiet minute. Not in a thread: it
 * has a lower priority than the answers, its memory is given back, and one that hangs can be ended.
 */
export function drawingProcess({ schedule, warn }: { schedule: Schedule; warn: (text: string) => void }): {
	draw: DrawPicture
	stop(): void
	pid(): number | null
} {
	let child: Child | null = null
	let ending: { cancel(): void } | null = null

	function stop() {
		ending?.cancel()
		child?.process.kill('SIGKILL')
		child = null
	}

	function start(): Child {
		const started: Child = { process: spawn((answer) => started.answered(answer)), answered: () => {} }
		void started.process.exited.then((code) => {
			if (child === started) child = null
			started.answered({ ended: started.process.signalCode ?? code })
		})
		return started
	}

	async function draw(picture: Parameters<DrawPicture>[0]) {
		ending?.cancel()
		child ??= start()
		const { promise, resolve } = Promise.withResolvers<DrawingAnswer | Ended>()
		child.answered = resolve
		const slow = schedule(stop, SLOWEST_MS)
		child.process.send(picture)
		const answer = await promise
		slow.cancel()
		ending = schedule(stop, QUIET_MS)
		if ('ended' in answer) {
			warn(
				`A picture could not be drawn: the process that draws ended with ${answer.ended}. The next one starts another.`,
			)
			// The same picture may well be drawn by the next process.
			throw busy()
		}
		if ('failure' in answer) throw new Error(`A picture could not be drawn: ${answer.failure}`)
		return answer.png
	}

	return { draw, stop, pid: () => child?.process.pid ?? null }
}

function spawn(answered: Child['answered']): Bun.Subprocess {
	const program = existsSync(RUNNING) ? RUNNING : process.execPath
	const ourselves = Bun.isStandaloneExecutable ? [program] : [process.execPath, MAIN]
	return Bun.spawn([...ourselves, DRAW_PICTURES], {
		stdin: 'ignore',
		stdout: 'ignore',
		stderr: 'ignore',
		serialization: 'advanced',
		ipc: (message) => answered(message as DrawingAnswer),
	})
}
