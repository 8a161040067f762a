import type { UserId } from '#contract/ids.ts'

/** What the browser keeps about the figures of drivers. A file of its own, as every rating refreshes it. */
export const statsKeys = {
	all: ['stats'] as const,
	storyOf: (id: UserId) => ['stats', id, 'story'] as const,
	ridesOf: (id: UserId) => ['stats', id, 'rides'] as const,
	ofDriver: (id: UserId) => ['stats', id] as const,
}
