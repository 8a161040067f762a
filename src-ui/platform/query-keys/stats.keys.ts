import type { UserId } from '#contract/ids.ts'

export const statsKeys = {
	all: ['stats'] as const,
	ridesOf: (id: UserId) => ['stats', id, 'rides'] as const,
	ofDriver: (id: UserId) => ['stats', id] as const,
}
