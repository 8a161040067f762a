/** What the browser keeps about the home list. A file of its own, as a rating refreshes it too. */
export const driverKeys = {
	home: ['drivers', 'home'] as const,
}
