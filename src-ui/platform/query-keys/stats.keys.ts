import type { UserId } from '#contract/ids.ts'

export const statsKeys = {
	all: ['stats'] as const,
	storyOf: (id: UserId) => ['stats', id, 'story'] as const,
	ridesOf: (id: UserId) => ['stats', id, 'rides'] as const,
	ofDriver: (id: UserId) => ['stats', id] as const,
}
