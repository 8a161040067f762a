import type { Context } from '#server/context.ts'
import { type RecurringJob, recurringJob } from '#server/process/recurring-job.ts'
import { forgetInWorker } from './backup-worker-client.ts'
import { lockOfBackups } from './daily-backup.ts'
import { dueDay, type Forgetting, forgetLeft, forgettingInWords, stuckInWords } from './left-members.ts'

/*
 * Takes members who left out of the backups, 35 days later: a running server once a day, or `backup create --daily` where
 * servers sleep. Independent of daily backups, which may be off.
 */

type Instance = Pick<Context, 'db' | 'queries' | 'config' | 'log' | 'clock'>

const HOUR_MS = 3_600_000
const CHECKS = { firstMs: 3 * 60_000, everyMs: 24 * HOUR_MS, ifTakenMs: HOUR_MS }

const isDue = ({ queries, clock }: Instance) => queries.leaving.hasAnyLeftBy(dueDay(clock.now()))

/** Does the work in a thread, which never blocks a request. */
export function startForgetting(instance: Instance, inWorker = forgetInWorker): RecurringJob {
	const { config, log, clock } = instance
	const { dataDir, backupDir } = config
	let nextMs = CHECKS.firstMs

	return recurringJob(clock, {
		next: (last) => new Date((last ?? clock.now()).getTime() + nextMs),
		run: async (signal) => {
			nextMs = CHECKS.everyMs
			if (!isDue(instance)) return
			const lock = lockOfBackups(config)
			if (!lock) {
				nextMs = CHECKS.ifTakenMs
				return
			}
			const { report, cancel } = inWorker({ paths: { dataDir, backupDir }, now: clock.now() })
			const isCancelled = Promise.withResolvers<null>()
			signal.addEventListener('abort', () => isCancelled.resolve(null))
			try {
				const result = await Promise.race([report, isCancelled.promise])
				if (result === null) return cancel()
				// A write of another thread would make this one block all requests.
				if (result.done) await instance.db.turns.share(async () => noteForgotten(instance, result.forgetting))
				else log.warn(`${FAILED} (${result.reason}). The next try is tomorrow.`)
			} finally {
				lock.release()
			}
		},
		failed: (error) => log.failure(FAILED, error),
	})
}

const FAILED = 'Accounts that were deleted could not be taken out of the backups'

/** For a terminal, whose process does nothing else. Null if none is due, or another Backseat is at it. */
export function forgetNow(instance: Instance): Forgetting | null {
	if (!isDue(instance)) return null
	const lock = lockOfBackups(instance.config)
	if (!lock) return null
	try {
		const forgetting = forgetLeft(instance.config, instance.clock.now())
		noteForgotten(instance, forgetting)
		return forgetting
	} finally {
		lock.release()
	}
}

function noteForgotten({ db, queries, log }: Instance, forgetting: Forgetting) {
	const words = forgettingInWords(forgetting)
	if (words) log.info(words)
	for (const one of forgetting.stuck) log.warn(stuckInWords(one))
	if (forgetting.forgotten.length > 0) db.write(() => queries.leaving.forgetLeft(forgetting.forgotten))
}
