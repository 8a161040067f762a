import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { busy } from '#server/http/problems.ts'
import type { Schedule } from '#server/process/clock.ts'
import type { DrawPicture } from './drawn-pictures.ts'

/**
 * Internal command of the drawing process (commands/machine/child-process-commands.ts), which receives one picture at a
 * time.
 */
export const DRAW_PICTURES = 'draw-pictures'

export type DrawingAnswer = { png: Uint8Array<ArrayBuffer> } | { failure: string }

const MAIN = join(import.meta.dir, '..', '..', 'main.ts')
/** The program file that is running, even if an upgrade has replaced it on disk. */
const RUNNING = '/proc/self/exe'

/** A drawing that takes longer has hung. Most take half a second, but a busy machine draws slowly. */
const SLOWEST_MS = 90_000
const QUIET_MS = 60_000

type Ended = { ended: NodeJS.Signals | number }
type Child = { process: Bun.Subprocess; answered: (answer: DrawingAnswer | Ended) => void }

/**
 * Draws in a child process, started for the first picture and ended after an idle minute. Unlike a thread, it can run at a
 * lower priority, return its memory and be killed when it hangs.
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
			// The next drawing process may succeed with the same picture.
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
