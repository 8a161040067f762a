import type { Context } from '#server/context.ts'

/** What a thread of its own has of these, too. */
export type HostsTold = { queries: Pick<Context['queries'], 'reports'>; live: Pick<Context['live'], 'tellHosts'> }

/**
 * Does a part of a write that may end reports, as triggers do where their rating goes or says something else, and tells
 * hosts if one has ended.
 */
export function notifyHostsAfter<T>({ queries: { reports }, live }: HostsTold, work: () => T): T {
	const before = reports.waiting()
	const result = work()
	if (reports.waiting() !== before) live.tellHosts()
	return result
}
