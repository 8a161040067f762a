/** sysexits numbers, and 1: from which a program that started us knows why it ended (docs/reliability.md, Exit codes). */
export const EXIT = {
	/** By a rule of the product, or by the person who was asked. */
	refused: 1,
	badFlag: 64,
	badData: 65,
	portTaken: 69,
	bug: 70,
	noDataFolder: 73,
	diskFails: 74,
	dataInUse: 75,
	badSetting: 78,
} as const

export type StartProblem =
	| 'bad_flag'
	| 'bad_setting'
	| 'bug'
	| 'data_damaged'
	| 'data_in_use'
	| 'disk_fails'
	| 'disk_full'
	| 'folder_closed'
	| 'folder_is_file'
	| 'port_taken'
	| 'refused'

/** The problem behind an exit code, where nothing more exact is known. For bad data it always is. */
const PROBLEM_OF: Record<number, StartProblem> = {
	[EXIT.badFlag]: 'bad_flag',
	[EXIT.portTaken]: 'port_taken',
	[EXIT.bug]: 'bug',
	[EXIT.noDataFolder]: 'folder_closed',
	[EXIT.diskFails]: 'disk_fails',
	[EXIT.dataInUse]: 'data_in_use',
	[EXIT.badSetting]: 'bad_setting',
}

/** A code for the program that started us; the sentences are for people, and may change. */
export const problemOf = (exitCode: number): StartProblem => PROBLEM_OF[exitCode] ?? 'refused'

/**
 * Why Backseat does not start. The message is one line: what, which path or name, what to do. `hint` ends it, for whoever
 * reads it in a terminal.
 */
export class StartRefused extends Error {
	override name = 'StartRefused'
	readonly problem: StartProblem
	constructor(
		readonly messageWithoutHint: string,
		readonly exitCode: number,
		{ problem = problemOf(exitCode), hint }: { problem?: StartProblem; hint?: string } = {},
	) {
		super(hint ? `${messageWithoutHint} ${hint}` : messageWithoutHint)
		this.problem = problem
	}
}
