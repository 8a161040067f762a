/** The day as the server has it, not as the reader's time zone would shift it. */
export const dayInWords = (day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }) =>
	new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { ...options, timeZone: 'UTC' })
