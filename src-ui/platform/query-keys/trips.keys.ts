/** What the browser keeps about road trips. A file of its own, as a rating and a live event refresh them, too. */
export const tripKeys = {
	all: ['trips'] as const,
	one: (token: string) => ['trips', token] as const,
	/** The pictures of a trip's receipt. */
	story: (token: string) => ['trips', token, 'story'] as const,
}
