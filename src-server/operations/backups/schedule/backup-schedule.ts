import type { Log } from '#server/http/request-log.ts'
import type { Config } from '#server/settings/config.ts'
import { backUpIfDue } from './daily-backup.ts'

/**
 * When the server checks whether a backup is due: a minute after its start, and each hour. The age of the newest backup
 * decides, not a timer of a day: machines sleep, restart, and have their clocks set.
 */
const CHECKS = { firstMs: 60_000, everyMs: 3_600_000 }

export type BackupSchedule = {
	/** Does not wait: a backup that is being made is cancelled, and nothing of it stays. */
	stop(): void
}

export function startBackups(config: Config, log: Pick<Log, 'info' | 'failure'>, checks = CHECKS): BackupSchedule {
	let running: { cancel(): void } | null = null

	async function check() {
		if (running) return
		const backup = backUpIfDue(config, log, new Date())
		running = backup
		await backup?.isDone
		running = null
	}

	const timers = [setTimeout(check, checks.firstMs), setInterval(check, checks.everyMs)]
	for (const timer of timers) timer.unref()
	return {
		stop() {
			for (const timer of timers) clearInterval(timer)
			running?.cancel()
		},
	}
}
