import type { Config } from '#server/settings/config.ts'
import { backUpIfDue, type DailyWork } from './daily-backup.ts'

/**
 * When the server checks whether a backup is due: a minute after its start, and each hour. The age of the newest backup
 * decides, not a timer of a day: machines sleep, restart, and have their clocks set.
 */
const CHECKS = { firstMs: 60_000, everyMs: 3_600_000 }

export type BackupSchedule = {
	/** Begins no more. One that is being made is cancelled by whoever has its `runs`. */
	stop(): void
}

export function startBackups(config: Config, work: DailyWork, checks = CHECKS): BackupSchedule {
	const check = () => backUpIfDue(config, work, new Date())
	const timers = [setTimeout(check, checks.firstMs), setInterval(check, checks.everyMs)]
	for (const timer of timers) timer.unref()
	return {
		stop() {
			for (const timer of timers) clearInterval(timer)
		},
	}
}
