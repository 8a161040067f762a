/*
 * How the server and its commands end, for the program that started them: a service manager, a script, the desktop app.
 * Numbers and words are a public interface: add to them, but never change them (docs/reliability.md, Exit codes).
 */

/** The cookie that identifies the desktop app's own windows (docs/decisions/0009). */
export const DESKTOP_COOKIE = 'backseat_desktop'

export const EXIT = {
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
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/**
 * Reasons for a refused start: the code in its start line. `restartHelps` is true if the same start may succeed later
 * without intervention. `exit` is the exit code, unless the problem occurred during a migration.
 */
export const START_PROBLEMS = {
	bad_flag: { exit: EXIT.badFlag, restartHelps: false },
	bad_setting: { exit: EXIT.badSetting, restartHelps: false },
	bug: { exit: EXIT.bug, restartHelps: true },
	data_damaged: { exit: EXIT.badData, restartHelps: false },
	data_foreign: { exit: EXIT.badData, restartHelps: false },
	data_in_use: { exit: EXIT.dataInUse, restartHelps: false },
	data_lost: { exit: EXIT.badData, restartHelps: false },
	data_newer: { exit: EXIT.badData, restartHelps: false },
	data_older: { exit: EXIT.badData, restartHelps: false },
	// Each restart would write again, which a dying disk may not survive.
	disk_fails: { exit: EXIT.diskFails, restartHelps: false },
	disk_full: { exit: EXIT.diskFails, restartHelps: false },
	folder_closed: { exit: EXIT.noDataFolder, restartHelps: false },
	folder_is_file: { exit: EXIT.noDataFolder, restartHelps: false },
	// Each restart would first make a backup.
	migration_failed: { exit: EXIT.bug, restartHelps: false },
	port_taken: { exit: EXIT.portTaken, restartHelps: true },
	// A crash of the runtime also exits with 1, and after a crash a restart may help.
	refused: { exit: EXIT.refused, restartHelps: true },
} as const satisfies Record<string, { exit: ExitCode; restartHelps: boolean }>
export type StartProblem = keyof typeof START_PROBLEMS

export const isStartProblem = (word: string): word is StartProblem => Object.hasOwn(START_PROBLEMS, word)

const PROBLEM_OF: Record<ExitCode, StartProblem> = {
	[EXIT.refused]: 'refused',
	[EXIT.badFlag]: 'bad_flag',
	[EXIT.badData]: 'refused',
	[EXIT.portTaken]: 'port_taken',
	[EXIT.bug]: 'bug',
	[EXIT.noDataFolder]: 'folder_closed',
	[EXIT.diskFails]: 'disk_fails',
	[EXIT.dataInUse]: 'data_in_use',
	[EXIT.badSetting]: 'bad_setting',
}
export const problemOf = (exitCode: ExitCode): StartProblem => PROBLEM_OF[exitCode]

/** A fallback for unknown codes: false only if every problem with this exit code needs a person. */
export function restartHelpsAfter(exitCode: number): boolean {
	const behind = Object.values(START_PROBLEMS).filter(({ exit }) => exit === exitCode)
	return behind.length === 0 || behind.some(({ restartHelps }) => restartHelps)
}
