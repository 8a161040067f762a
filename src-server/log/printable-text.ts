/*
 * Makes foreign text (a name, a note, a file name, another server's response) safe for a terminal or log: it cannot end the
 * line, add colours, move the cursor, or reverse or hide other text.
 */

/**
 * Control and format characters, which a terminal interprets. The two joiners are allowed, because many scripts and emoji
 * need them.
 */
const UNPRINTABLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export const PIECE_MAX = 200

/** Returns one line of at most `most` characters, with unprintable ones escaped: \u001b. */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
	const shown = text.length > most ? `${text.slice(0, most)}…` : text
	return shown.toWellFormed().replaceAll(UNPRINTABLE, escaped)
}

/** Equivalent JSON that is fully printable; JSON.stringify leaves some unprintable characters unescaped. */
export const printableJson = (value: unknown, indent?: number) =>
	JSON.stringify(value, null, indent).replaceAll(UNPRINTABLE, (sign) => (sign === '\n' ? sign : escaped(sign)))

const escaped = (sign: string) =>
	sign.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Characters that start a formula in spreadsheets, including East Asian fullwidth forms. */
const AFTER_SEMICOLON = /;(\s*)(?=[=+\-@＝＋－＠])/g

/**
 * In locales with a decimal comma, spreadsheets split columns at semicolons, so text after a semicolon in a name must not
 * become a formula either. csv-stringify's `escape_formulas` handles the start of a name.
 */
export const safeInSpreadsheets = (name: string): string => name.replace(AFTER_SEMICOLON, ";$1'")

export const shellWord = (word: string) =>
	/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
