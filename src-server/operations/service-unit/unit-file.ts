import { EXIT } from '#contract/start-problems.ts'
import systemService from '#deploy/systemd/backseat.service' with { type: 'text' }
import userService from '#deploy/systemd/backseat-user.service' with { type: 'text' }
import { printable } from '#server/log/printable-text.ts'
import { StartRefused } from '#server/start-refused.ts'

/** Paths are absolute. */
export type ServedUnit = {
	isUser: boolean
	binary: string
	dataDir: string
	backupDir: string | null
	envFile: string
}

/** Data folder of a system service; systemd creates it with access for the service's user alone. */
export const STATE_FOLDER = '/var/lib/backseat'
export const SERVICE_USER = 'backseat'
/** sysusers.d(5) */
export const SERVICE_USER_LINE = `u ${SERVICE_USER} - "Backseat" ${STATE_FOLDER}`
/** First line of the unit, which identifies files made by this program. */
export const MADE_BY_US = "# Made by 'backseat service install', which overwrites it. Changes: systemctl edit backseat"

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
 * Escaping of paths in unit files: systemd.syntax(7), and each setting's own parsing.
 */

/** The program of ExecStart takes neither quotes nor backslashes, and its dollar signs are literal. */
export function programWord(path: string): string {
	if (!/["'\\]/.test(path)) return quoted(fitForUnit(path))
	throw new StartRefused(
		`systemd starts no program from ${printable(path)}: there are quotes or a backslash in its path. Put it where it can stay: sudo install -m 755 backseat /usr/local/bin/backseat`,
		EXIT.badSetting,
	)
}

/** Dollar signs in the arguments of ExecStart start a variable. */
const argumentWord = (word: string) => quoted(fitForUnit(word)).replaceAll('$', '$$$$')

/** The minus sign lets the path be missing, such as an unmounted disk. */
const optionalPathWord = (path: string) => quoted(`-${fitForUnit(path)}`)

/** EnvironmentFile takes the whole line as a glob pattern, without quotes. The minus sign lets the file be missing. */
const optionalFilePattern = (path: string) => `-${withoutSpecifiers(fitForUnit(path)).replaceAll(/[\\*?[]/g, '\\$&')}`

/** Throws on line breaks, which would inject lines into the unit. */
function fitForUnit(path: string): string {
	const shown = printable(path)
	// systemd refuses lone surrogates and noncharacters as invalid UTF-8.
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

/** Percent signs start a specifier in every setting, even within quotes. */
const withoutSpecifiers = (text: string) => text.replaceAll('%', '%%')
