import type { Context } from '#server/context.ts'

export type HostNotifier = { queries: Pick<Context['queries'], 'reports'>; live: Pick<Context['live'], 'notifyHosts'> }

/** Database triggers end a report when its rating is changed or deleted, so compare the count before and after. */
export function notifyHostsAfter<T>({ queries: { reports }, live }: HostNotifier, work: () => T): T {
	const before = reports.waiting()
	const result = work()
	if (reports.waiting() !== before) live.notifyHosts()
	return result
}
