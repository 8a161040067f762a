/*
 * How the server and its commands end, for the program that started them: a service manager, a script, the desktop app.
 * Numbers and words are public: they are added to, never changed (docs/reliability.md, Exit codes).
 */

/** The cookie by which the server knows the desktop app's own windows (docs/decisions/0009). */
export const DESKTOP_COOKIE = 'backseat_desktop'

/** Exit codes: sysexits numbers, and 1. */
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
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/**
 * Why the server does not start: the word in its start line. `restartHelps`: whether the same start may go well a moment
 * later, with nothing changed by a person. `exit`: what it ends with, unless it was an update of the data that met it.
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
	// Each start is one more try to write, which a dying disk may not have left.
	disk_fails: { exit: EXIT.diskFails, restartHelps: false },
	disk_full: { exit: EXIT.diskFails, restartHelps: false },
	folder_closed: { exit: EXIT.noDataFolder, restartHelps: false },
	folder_is_file: { exit: EXIT.noDataFolder, restartHelps: false },
	// Each try makes a backup first.
	migration_failed: { exit: EXIT.bug, restartHelps: false },
	port_taken: { exit: EXIT.portTaken, restartHelps: true },
	// A runtime that crashes ends with 1, too.
	refused: { exit: EXIT.refused, restartHelps: true },
} as const satisfies Record<string, { exit: ExitCode; restartHelps: boolean }>
export type StartProblem = keyof typeof START_PROBLEMS

/** Whether this version knows the word: the server may be of another one. */
export const isStartProblem = (word: string): word is StartProblem => Object.hasOwn(START_PROBLEMS, word)

/** The problem behind an exit code, where nothing more exact is known. For bad data it always is. */
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

/** The same question where there is no word that this version knows: only a code whose problems all need a person says no. */
export function restartHelpsAfter(exitCode: number): boolean {
	const behind = Object.values(START_PROBLEMS).filter(({ exit }) => exit === exitCode)
	return behind.length === 0 || behind.some(({ restartHelps }) => restartHelps)
}
