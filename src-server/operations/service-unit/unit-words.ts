import { EXIT } from '#contract/start-problems.ts'
import { printable } from '#server/process/log/printable-text.ts'
import { StartRefused } from '#server/process/start-refused.ts'

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
export const argumentWord = (word: string) => quoted(fitForUnit(word)).replaceAll('$', '$$$$')

/** One of several paths behind a setting, for a disk that may be missing. */
export const optionalPathWord = (path: string) => quoted(`-${fitForUnit(path)}`)

/** The path of EnvironmentFile, which may be missing: the whole line is the path, without quotes, and may be a pattern. */
export const optionalFilePattern = (path: string) =>
	`-${withoutSpecifiers(fitForUnit(path)).replaceAll(/[\\*?[]/g, '\\$&')}`

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
