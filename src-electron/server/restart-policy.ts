import type { Clock } from './clock.ts'

const WAITS_MS = [500, 2000, 8000]
const WINDOW_MS = 60_000

export type RestartPolicy = {
	/** How long to wait before the next start; null when it has been restarted too often within a minute. */
	afterEnd(): number | null
	/** A person asked: all restarts are theirs again. */
	forget(): void
}

/** A server that ran well for a minute has all its restarts again, because the earlier ones are then too long ago. */
export function restartPolicy({ now }: Pick<Clock, 'now'>): RestartPolicy {
	let restartsAt: number[] = []
	return {
		afterEnd() {
			restartsAt = restartsAt.filter((at) => now() - at < WINDOW_MS)
			const wait = WAITS_MS[restartsAt.length]
			if (wait === undefined) return null
			restartsAt.push(now() + wait)
			return wait
		},
		forget() {
			restartsAt = []
		},
	}
}
