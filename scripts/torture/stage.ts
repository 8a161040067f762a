import { rmSync } from 'node:fs'
import { FROM_SOURCE, freshFolder, type ServerProcess, spawn, untilReady } from '#server/testing/server-process.ts'
import { builtBinary, isBuilt } from '../build/build-stamp.ts'

/** What is tortured: the built binary, or, where it is not of today's sources, those. */
export const backseat = (await isBuilt()) ? [builtBinary] : FROM_SOURCE

/** What a part came to: its figures in one line and what went wrong, or why this machine cannot do it. */
type Outcome = { figures: string; faults: string[] } | { skipped: string }

/** What a part may use. All of it is gone when the part is, also when it fails or is interrupted. */
export type Stage = {
	folder(): string
	/** A server on a free port. `under` is a command that starts another one. */
	server(dataDir: string, start?: { under?: string[]; logLevel?: 'info' | 'error' }): Promise<ServerProcess>
	/** Done at the very end, the last thing first; there is no time to wait for anything then. */
	atEnd(tidy: () => void): void
}

const FAULTS_SHOWN = 20
/** Runs one part and ends this process: with 0 and its figures as the last line when there were no faults. */
export async function torture(part: (stage: Stage) => Promise<Outcome>): Promise<never> {
	const ends: (() => void)[] = []
	process.on('exit', () => {
		for (const tidy of ends.toReversed()) tidy()
	})
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
	// While something is awaited, Bun reports an uncaught error and goes on.
	for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, fail)
	const atEnd = (tidy: () => void) => void ends.push(tidy)

	try {
		const outcome = await part({ folder: () => passingFolder(atEnd), server: passingServer(atEnd), atEnd })
		if ('skipped' in outcome) console.log(`skipped: ${outcome.skipped}`)
		else printOutcome(outcome)
		process.exit('faults' in outcome && outcome.faults.length > 0 ? 1 : 0)
	} catch (error) {
		return fail(error)
	}
}

function fail(error: unknown): never {
	console.log(error instanceof Error ? error.stack : error)
	process.exit(1)
}

function printOutcome({ figures, faults }: { figures: string; faults: string[] }) {
	const different = [...new Set(faults)]
	for (const fault of different.slice(0, FAULTS_SHOWN)) console.log(`✗ ${fault}`)
	if (different.length > FAULTS_SHOWN) console.log(`✗ and ${different.length - FAULTS_SHOWN} more`)
	console.log(figures)
}

function passingFolder(atEnd: Stage['atEnd']): string {
	const folder = freshFolder()
	atEnd(() => rmSync(folder, { recursive: true, force: true }))
	return folder
}

const passingServer =
	(atEnd: Stage['atEnd']): Stage['server'] =>
	async (dataDir, { under = [], logLevel = 'error' } = {}) => {
		const server = spawn({
			command: [...under, ...backseat],
			// All clients have one address, which would soon have used up its limits.
			flags: ['--port', '0', '--data-dir', dataDir, '--log-level', logLevel, '--rate-limit-scale', '0'],
		})
		let hasEnded = false
		server.exited.then(() => {
			hasEnded = true
		})
		atEnd(() => hasEnded || process.kill(server.pid, 'SIGKILL'))
		return untilReady(server)
	}
