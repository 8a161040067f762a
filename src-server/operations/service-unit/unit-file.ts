import { EXIT } from '#contract/start-problems.ts'
import systemService from '#deploy/systemd/backseat.service' with { type: 'text' }
import userService from '#deploy/systemd/backseat-user.service' with { type: 'text' }
import { printable } from '#server/log/printable-text.ts'
import { StartRefused } from '#server/start-refused.ts'

/** What a service runs, and for whom. Paths are absolute. */
export type ServedUnit = {
	/** A service of one person instead of the whole machine. */
	isUser: boolean
	binary: string
	dataDir: string
	/** Null is the folder in the data. */
	backupDir: string | null
	envFile: string
}

/** Where a system service has its data: systemd makes the folder for the service's user and closes it to all others. */
export const STATE_FOLDER = '/var/lib/backseat'
export const SERVICE_USER = 'backseat'
/** The unit's first line, by which we know our own file again. */
export const MADE_BY_US = "# Made by 'backseat service install', which overwrites it. Changes: systemctl edit backseat"

/** Refuses paths that no unit can hold, before anything is done. */
export const unitFile = (unit: ServedUnit): string =>
	filledUnit(unit.isUser ? userService : systemService, {
		COMMAND: commandLine(unit),
		ENVIRONMENT_FILE: optionalFilePattern(unit.envFile),
		READ_WRITE_PATHS: unit.isUser ? '' : writablePaths(unit),
	})

/** Replaces each `%NAME%` in one pass, so that paths may contain markers. An empty value removes the marker's line. */
export const filledUnit = (template: string, values: Record<string, string>): string =>
	template.replaceAll(/%([A-Z_]+)%(\n?)/g, (marker, name, lineEnd) => {
		const value = values[name]
		if (value === undefined) return marker
		return value === '' ? '' : value + lineEnd
	})

function commandLine({ binary, dataDir, backupDir }: ServedUnit): string {
	const words = ['serve', '--data-dir', dataDir, ...(backupDir === null ? [] : ['--backup-dir', backupDir])]
	return [programWord(binary), ...words.map(argumentWord)].join(' ')
}

const writablePaths = ({ dataDir, backupDir }: ServedUnit): string =>
	[dataDir === STATE_FOLDER ? null : dataDir, backupDir]
		.filter((path) => path !== null)
		.map((path) => `ReadWritePaths=${optionalPathWord(path)}`)
		.join('\n')

/*
 * Paths as systemd's unit files want them (systemd.syntax(7), and what each setting makes of its text beyond that).
 */

/** The program of ExecStart, where nothing is done with a dollar sign. systemd takes no quotes and no backslash in it. */
export function programWord(path: string): string {
	if (!/["'\\]/.test(path)) return quoted(fitForUnit(path))
	throw new StartRefused(
		`systemd starts no program from ${printable(path)}: there are quotes or a backslash in its path. Put it where it can stay: sudo install -m 755 backseat /usr/local/bin/backseat`,
		EXIT.badSetting,
	)
}

/** Any other word of ExecStart: a dollar sign begins a variable. */
const argumentWord = (word: string) => quoted(fitForUnit(word)).replaceAll('$', '$$$$')

/** One of several paths behind a setting, for a disk that may be missing. */
const optionalPathWord = (path: string) => quoted(`-${fitForUnit(path)}`)

/** The path of EnvironmentFile, which may be missing: the whole line is the path, without quotes, and may be a pattern. */
const optionalFilePattern = (path: string) => `-${withoutSpecifiers(fitForUnit(path)).replaceAll(/[\\*?[]/g, '\\$&')}`

/** A line break in a path would be a line of the unit, of which systemd does what it says. */
function fitForUnit(path: string): string {
	const shown = printable(path)
	// Lone surrogates and code points that are no characters are not UTF-8 to systemd.
	if (shown === path && !/\p{Noncharacter_Code_Point}/u.test(path)) return path
	throw new StartRefused(
		`A service cannot have the path ${shown}: a character in it cannot be seen, and might begin another line of the unit. Rename the folder.`,
		EXIT.badFlag,
	)
}

function quoted(text: string): string {
	const word = withoutSpecifiers(text)
	return /^[\w./@:+$%-]+$/.test(word) ? word : `"${word.replaceAll(/[\\"]/g, '\\$&')}"`
}

/** A percent sign begins a specifier in every setting, within quotes too. */
const withoutSpecifiers = (text: string) => text.replaceAll('%', '%%')
