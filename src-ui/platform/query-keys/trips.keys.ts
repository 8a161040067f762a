export const tripKeys = {
	all: ['trips'] as const,
	one: (token: string) => ['trips', token] as const,
}
