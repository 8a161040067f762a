import type { UserId } from '#contract/ids.ts'

/** What the browser keeps about people. A file of its own, as other features refresh it after what they change. */
export const userKeys = {
	all: ['users'] as const,
	one: (id: UserId) => ['users', id] as const,
	search: (text: string, limit: number) => ['users', { search: text, limit }] as const,
}
