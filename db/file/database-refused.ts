import { EXIT, type ExitCode, type StartProblem } from '#contract/start-problems.ts'

/** Why a data file is left alone. `problem` is for the program that started us; the sentences are for people, and may change. */
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

/** The file is damaged or lost, and only a backup helps. A caller that knows where backups are can add where. */
export class DataDamaged extends DatabaseRefused {
	override name = 'DataDamaged'
	constructor(
		message: string,
		override readonly problem: 'data_lost' | 'data_damaged' = 'data_damaged',
	) {
		super(message, EXIT.badData, problem)
	}
}
