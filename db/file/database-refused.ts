import { EXIT, type ExitCode, type StartProblem } from '#contract/start-problems.ts'

/** `problem` is for the parent process; the sentences are for people and may change. */
export class DatabaseRefused extends Error {
	override name = 'DatabaseRefused'
	constructor(
		message: string,
		readonly exitCode: ExitCode,
		readonly problem: StartProblem,
	) {
		super(message)
	}
}

/** Only a backup helps, so a caller that knows the backup folder adds it. */
export class DataDamaged extends DatabaseRefused {
	override name = 'DataDamaged'
	constructor(
		message: string,
		override readonly problem: 'data_lost' | 'data_damaged' = 'data_damaged',
	) {
		super(message, EXIT.badData, problem)
	}
}
