import type { Context } from '#server/context.ts'

export type HostsTold = { queries: Pick<Context['queries'], 'reports'>; live: Pick<Context['live'], 'tellHosts'> }

/** Database triggers end reports when their rating changes or goes, so compare the count before and after. */
export function notifyHostsAfter<T>({ queries: { reports }, live }: HostsTold, work: () => T): T {
	const before = reports.waiting()
	const result = work()
	if (reports.waiting() !== before) live.tellHosts()
	return result
}
