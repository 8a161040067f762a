/** For the program that started us; the sentences are for people, and may change. */
type DatabaseProblem =
	| 'data_newer'
	| 'data_older'
	| 'data_foreign'
	| 'data_lost'
	| 'data_damaged'
	| 'disk_full'
	| 'migration_failed'

/** Why a data file is left alone. `exitCode` is the sysexits number the process should end with. */
export class DatabaseRefused extends Error {
	override name = 'DatabaseRefused'
	constructor(
		message: string,
		readonly exitCode: number,
		readonly problem: DatabaseProblem,
	) {
		super(message)
	}
}

export const EX_DATAERR = 65
export const EX_MIGRATION_FAILED = 70

/** The file is damaged or lost, and only a backup helps. Whoever knows where backups are can add where. */
export class DataDamaged extends DatabaseRefused {
	override name = 'DataDamaged'
	constructor(
		message: string,
		override readonly problem: 'data_lost' | 'data_damaged' = 'data_damaged',
	) {
		super(message, EX_DATAERR, problem)
	}
}
