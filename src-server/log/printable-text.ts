/*
 * Text that others wrote (a name, a note, a file's name, what another server answered), on its way to a terminal
 * or a log: it can neither end the line, nor colour it, nor move the cursor, nor reverse or hide other text.
 */

/** Control and format characters: a terminal obeys them instead of showing them. The two joiners stay: many scripts and emoji need them. */
const UNPRINTABLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The longest piece of foreign text. */
export const PIECE_MAX = 200

/** As one line, cut off after this many characters, with unprintable ones escaped: \u001b. */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
	const shown = text.length > most ? `${text.slice(0, most)}…` : text
	return shown.toWellFormed().replaceAll(UNPRINTABLE, escaped)
}

/** JSON of the same meaning in which everything prints. What JSON.stringify leaves as it is, is escaped too. */
export const printableJson = (value: unknown, indent?: number) =>
	JSON.stringify(value, null, indent).replaceAll(UNPRINTABLE, (sign) => (sign === '\n' ? sign : escaped(sign)))

/** By UTF-16 unit, as JSON reads it back. */
const escaped = (sign: string) =>
	sign.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** What spreadsheets begin a formula with, also in the wide letters of East Asia. */
const AFTER_SEMICOLON = /;(\s*)(?=[=+\-@＝＋－＠])/g

/**
 * Where numbers have a decimal comma, spreadsheets part columns at semicolons: what follows one in a name must not
 * become a formula either. (How a name begins is the business of csv-stringify's `escape_formulas`.)
 */
export const safeInSpreadsheets = (name: string): string => name.replace(AFTER_SEMICOLON, ";$1'")

/** As it can be pasted into a shell. */
export const shellWord = (word: string) =>
	/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
