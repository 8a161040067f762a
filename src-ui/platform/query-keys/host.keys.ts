/** What the live event `host` makes old. */
export const hostKeys = {
	reports: ['host', 'reports'] as const,
}
