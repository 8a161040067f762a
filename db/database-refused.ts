/** Why a data file is left alone. `exitCode` is the sysexits number the process should end with. */
export class DatabaseRefused extends Error {
	override name = 'DatabaseRefused'
	constructor(
		message: string,
		readonly exitCode: number,
	) {
		super(message)
	}
}

export const EX_DATAERR = 65
export const EX_MIGRATION_FAILED = 70

/** The file is damaged or lost, and only a backup helps. Whoever knows where backups lie can add where. */
export class DataDamaged extends DatabaseRefused {
	override name = 'DataDamaged'
	constructor(message: string) {
		super(message, EX_DATAERR)
	}
}
