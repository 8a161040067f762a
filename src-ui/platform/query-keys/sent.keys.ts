export const sentKeys = {
	/** Remove it when a page has ended, so that the next one sent is new. */
	all: ['sent'] as const,
	path: (link: object) => ['sent', link] as const,
}
