import type { UserId } from '#contract/ids.ts'
import type { MemberEvent } from '#contract/live.ts'
import type { AccountDeletion } from '#contract/own-account.ts'
import { type DatabaseOptions, openDatabase } from '#db/database.ts'
import type { Actor } from '#server/features/host/journal/journal.ts'
import { asRefusal, type Refusal } from '#server/http/problems.ts'
import { systemClock } from '#server/process/clock.ts'
import { createQueries } from '#server/queries.ts'
import { type Leaving, leave, removeTraces, type Traces } from './leave.ts'

declare const self: Worker

/*
 * The thread that writes for long: on the server's own it would keep everybody waiting. An entry of its own in the compiled
 * binary (scripts/build.ts); long-writes.ts starts it for each deletion.
 */

export type LongWriteJob = {
	data: { path: string; isDesktop: boolean } & Pick<DatabaseOptions, 'checkpoint'>
	leave?: { userId: UserId; given: AccountDeletion['ratings']; removedBy: Actor | undefined }
	removeTraces?: { isRewriteDue: boolean }
}

/** `told`: who is to hear of it. `refused`: why nothing was done. `failed`: a bug. */
export type LongWriteReport = {
	left?: { leaving: Leaving; told: [UserId, MemberEvent][]; areHostsTold: boolean }
	traces?: Traces
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

function done({ data: { path, checkpoint, isDesktop }, ...job }: LongWriteJob): LongWriteReport {
	const warnings: string[] = []
	const report: LongWriteReport = { warnings }
	const warn = (text: string) => warnings.push(text)
	try {
		// The server has looked at the file, or does so beside.
		const db = openDatabase(path, { mayMigrate: false, pagesAreCheckedBeside: true, checkpoint, warn })
		try {
			const queries = createQueries(db)
			if (job.leave) {
				const { userId, given, removedBy } = job.leave
				const told: [UserId, MemberEvent][] = []
				let areHostsTold = false
				const live = {
					tell: (member: UserId, event: MemberEvent) => db.afterCommit(() => void told.push([member, event])),
					tellHosts: () =>
						db.afterCommit(() => {
							areHostsTold = true
						}),
				}
				const context = { db, queries, clock: systemClock, isDesktop, live }
				const leaving = leave(context, userId, given, removedBy ?? null)
				report.left = { leaving, told, areHostsTold }
			}
			if (job.removeTraces) report.traces = removeTraces({ db, queries }, job.removeTraces.isRewriteDue, PATIENCE_MS)
		} finally {
			db.close()
		}
	} catch (error) {
		report.refused = asRefusal(error)?.problem
		report.failed = error instanceof Error ? error.message : String(error)
	}
	return report
}
