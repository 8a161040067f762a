/** Invalidated by the live event `host`. */
export const hostKeys = {
	reports: ['host', 'reports'] as const,
}
