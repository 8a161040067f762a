/** What spreadsheets begin a formula with, also in the wide letters of East Asia. */
const AFTER_SEMICOLON = /;(\s*)(?=[=+\-@＝＋－＠])/g

/**
 * Where numbers have a decimal comma, spreadsheets part columns at semicolons: what follows one in a name must not
 * become a formula either. (How a name begins is the business of csv-stringify's `escape_formulas`.)
 */
export const safeInSpreadsheets = (name: string): string => name.replace(AFTER_SEMICOLON, ";$1'")
