import type { Context } from '#server/context.ts'

/** A worker has its own connection and forwards events for members. */
export type LongWriteContext = Pick<Context, 'db' | 'queries' | 'clock' | 'isDesktop'> & {
	live: Pick<Context['live'], 'notify' | 'notifyHosts'>
	patienceMs?: number
}
