export const tripKeys = {
	all: ['trips'] as const,
	one: (token: string) => ['trips', token] as const,
	story: (token: string) => ['trips', token, 'story'] as const,
}
