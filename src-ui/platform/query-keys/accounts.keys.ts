import type { UserId } from '#contract/ids.ts'

export const userKeys = {
	all: ['users'] as const,
	one: (id: UserId) => ['users', id] as const,
	search: (text: string, limit: number) => ['users', { search: text, limit }] as const,
}
