/*
 * Time and counts, as the server, its commands and the browser app say them.
 */

export const DAY_MS = 86_400_000

/** '1 ride', '3 rides'. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`
