import type { UserId } from '#contract/ids.ts'
import type { MemberEvent } from '#contract/live.ts'
import { type DatabaseOptions, openDatabase } from '#db/database.ts'
import { asRefusal, type Refusal } from '#server/http/problems.ts'
import { systemClock } from '#server/process/clock.ts'
import { createQueries } from '#server/queries.ts'
import { jobCalled, type LongWriteName } from './long-write-jobs.ts'

declare const self: Worker

/*
 * The worker thread for long writes, which would block all requests on the server's thread. It is a separate entry in the
 * compiled binary (scripts/build.ts); long-writes.ts starts it.
 */

/** `now` is the timestamp of all rows that the job writes. */
export type LongWriteJob = {
	data: { path: string; isDesktop: boolean } & Pick<DatabaseOptions, 'checkpoint'>
	now: Date
	name: LongWriteName
	args: readonly unknown[]
}

/**
 * `events` lists the events for members, `refused` the reason for doing nothing, `failed` the message of another error.
 */
export type LongWriteReport = {
	result?: unknown
	events: [UserId, MemberEvent][]
	areHostsNotified: boolean
	haveSessionsEnded: boolean
	refused?: Refusal['problem']
	failed?: string
	warnings: string[]
}

export type LongWriteMessage = 'ready' | LongWriteReport

/** The server's own readers finish within a turn of the event loop; other programs' readers cause a later retry. */
const PATIENCE_MS = 250

self.onmessage = async ({ data: job }: MessageEvent<LongWriteJob>) => self.postMessage(await done(job))

self.postMessage('ready' satisfies LongWriteMessage)

async function done({
	data: { path, checkpoint, isDesktop },
	now,
	name,
	args,
}: LongWriteJob): Promise<LongWriteReport> {
	const report: LongWriteReport = { events: [], areHostsNotified: false, haveSessionsEnded: false, warnings: [] }
	const warn = (text: string) => report.warnings.push(text)
	try {
		const db = openDatabase(path, { mayMigrate: false, pagesAreCheckedBeside: true, checkpoint, warn })
		try {
			const live = {
				notify: (member: UserId, event: MemberEvent) => db.afterCommit(() => void report.events.push([member, event])),
				notifyHosts: () =>
					db.afterCommit(() => {
						report.areHostsNotified = true
					}),
			}
			const clock = { ...systemClock, now: () => now }
			const queries = createQueries(db, () => {
				report.haveSessionsEnded = true
			})
			const context = { db, queries, clock, isDesktop, live, patienceMs: PATIENCE_MS }
			report.result = await jobCalled(name)(context, ...args)
		} finally {
			db.close()
		}
	} catch (error) {
		report.refused = asRefusal(error)?.problem
		report.failed = error instanceof Error ? error.message : String(error)
	}
	return report
}
