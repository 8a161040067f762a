/** The router parses `?search=7` as a number. Anything but text, numbers and booleans counts as absent. */
export const searchText = (value: unknown): string | undefined =>
	['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
