import type { UserId } from '#contract/ids.ts'
import type { MemberEvent } from '#contract/live.ts'
import { type DatabaseOptions, openDatabase } from '#db/database.ts'
import { asRefusal, type Refusal } from '#server/http/problems.ts'
import { systemClock } from '#server/process/clock.ts'
import { createQueries } from '#server/queries.ts'
import { jobCalled, type LongWriteName } from './long-write-jobs.ts'

declare const self: Worker

/*
 * The thread that writes for long: on the server's own it would keep everybody waiting. An entry of its own in the compiled
 * binary (scripts/build.ts); long-writes.ts starts it.
 */

/** `now`: the moment of all that the job writes. */
export type LongWriteJob = {
	data: { path: string; isDesktop: boolean } & Pick<DatabaseOptions, 'checkpoint'>
	now: Date
	name: LongWriteName
	args: readonly unknown[]
}

/** `told`: the events for members. `refused`: why nothing was done. `failed`: the message of another error. */
export type LongWriteReport = {
	result?: unknown
	told: [UserId, MemberEvent][]
	areHostsTold: boolean
	haveSessionsEnded: boolean
	refused?: Refusal['problem']
	failed?: string
	warnings: string[]
}

/** First that the thread has started, then what became of each job. */
export type LongWriteMessage = 'ready' | LongWriteReport

/** Our own requests read for no longer than a turn of the event loop; for other programs it is tried again later. */
const PATIENCE_MS = 250

self.onmessage = ({ data: job }: MessageEvent<LongWriteJob>) => self.postMessage(done(job))

self.postMessage('ready' satisfies LongWriteMessage)

function done({ data: { path, checkpoint, isDesktop }, now, name, args }: LongWriteJob): LongWriteReport {
	const report: LongWriteReport = { told: [], areHostsTold: false, haveSessionsEnded: false, warnings: [] }
	const warn = (text: string) => report.warnings.push(text)
	try {
		// The server has looked at the file, or does so beside.
		const db = openDatabase(path, { mayMigrate: false, pagesAreCheckedBeside: true, checkpoint, warn })
		try {
			const live = {
				tell: (member: UserId, event: MemberEvent) => db.afterCommit(() => void report.told.push([member, event])),
				tellHosts: () =>
					db.afterCommit(() => {
						report.areHostsTold = true
					}),
			}
			const clock = { ...systemClock, now: () => now }
			const queries = createQueries(db, () => {
				report.haveSessionsEnded = true
			})
			const context = { db, queries, clock, isDesktop, live, patienceMs: PATIENCE_MS }
			report.result = jobCalled(name)(context, ...args)
		} finally {
			db.close()
		}
	} catch (error) {
		report.refused = asRefusal(error)?.problem
		report.failed = error instanceof Error ? error.message : String(error)
	}
	return report
}
