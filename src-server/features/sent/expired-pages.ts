import { SENT_DAYS } from '#contract/sent.ts'
import type { Context } from '#server/context.ts'
import { type RecurringJob, recurringJob } from '#server/process/recurring-job.ts'

const DAY_MS = 86_400_000

/** Expired pages are 404 anyway; this deletes their rows. Writes only if there are any. */
export function dropExpiredPagesDaily({ db, queries: { sent }, clock, log }: Context, afterMs = 0): RecurringJob {
	const startsAt = new Date(clock.now().getTime() + afterMs)
	return recurringJob(clock, {
		next: (lastRun) => (lastRun === null ? startsAt : new Date(lastRun.getTime() + DAY_MS)),
		run: async () => {
			const before = new Date(clock.now().getTime() - SENT_DAYS * DAY_MS)
			if (sent.hasPagesBefore(before)) await db.turns.share(() => db.writeTogether(() => sent.dropPagesBefore(before)))
		},
		failed: (error) => log.failure('Expired pages could not be deleted', error),
	})
}
