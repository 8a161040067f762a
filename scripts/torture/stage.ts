import { rmSync } from 'node:fs'
import { FROM_SOURCE, freshFolder, type ServerProcess, spawn, untilReady } from '#server/testing/server-process.ts'
import { builtBinary, isBuilt } from '../build/build-stamp.ts'

/** The built binary if it is current, otherwise the sources. */
export const backseat = (await isBuilt()) ? [builtBinary] : FROM_SOURCE

type Outcome = { figures: string; faults: string[] } | { skipped: string }

/** Resources of a part. All are cleaned up when it ends, including failures and interrupts. */
export type Stage = {
	folder(): string
	/** Starts a server on a free port. `under` is a wrapper command. */
	server(dataDir: string, start?: { under?: string[]; logLevel?: 'info' | 'error' }): Promise<ServerProcess>
	/** Registers synchronous cleanup, run in reverse order at the end. */
	atEnd(tidy: () => void): void
}

const FAULTS_SHOWN = 20
/** Exits with 0 and the figures as the last line if there were no faults. */
export async function torture(part: (stage: Stage) => Promise<Outcome>): Promise<never> {
	const ends: (() => void)[] = []
	process.on('exit', () => {
		for (const tidy of ends.toReversed()) tidy()
	})
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
	// During an await, Bun reports an uncaught error and continues.
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
			// All clients share one address, which would soon hit its rate limits.
			flags: ['--port', '0', '--data-dir', dataDir, '--log-level', logLevel, '--rate-limit-scale', '0'],
		})
		let hasEnded = false
		server.exited.then(() => {
			hasEnded = true
		})
		atEnd(() => hasEnded || process.kill(server.pid, 'SIGKILL'))
		return untilReady(server)
	}
