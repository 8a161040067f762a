import type { Context } from '#server/context.ts'

/** The dependencies of a long-write job. A worker has its own connection, and forwards its events for members. */
export type LongWriteContext = Pick<Context, 'db' | 'queries' | 'clock' | 'isDesktop'> & {
	live: Pick<Context['live'], 'tell' | 'tellHosts'>
	/** How long to wait for readers in other programs. */
	patienceMs?: number
}
