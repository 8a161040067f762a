import type { Context } from '#server/context.ts'

/** What a job of a long write may use. A thread has a connection of its own, and passes on what it tells members. */
export type LongWriteContext = Pick<Context, 'db' | 'queries' | 'clock' | 'isDesktop'> & {
	live: Pick<Context['live'], 'tell' | 'tellHosts'>
	/** How long to wait for readers in other programs. */
	patienceMs?: number
}
