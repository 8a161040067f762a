import { rmSync } from 'node:fs'
import { freshFolder } from '#server/testing/server-process.ts'

// What a bench makes is gone when it is, also when it fails or somebody interrupts it.

const ends = new Set<() => void>()
process.on('exit', () => {
	for (const end of ends) end()
})

/** Done at the very end unless it is taken back. */
export function atExit(end: () => void): { takeBack(): void } {
	ends.add(end)
	return { takeBack: () => void ends.delete(end) }
}

/** A folder that is there for as long as this process. */
export function passingFolder(): string {
	const folder = freshFolder()
	atExit(() => rmSync(folder, { recursive: true, force: true }))
	return folder
}

/** For the commands, which somebody may interrupt. */
export function endOnSignals() {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
}
