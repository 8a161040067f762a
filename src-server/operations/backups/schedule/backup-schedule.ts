import type { Log } from '#server/http/request-log.ts'
import type { Config } from '#server/settings/config.ts'
import { backUpIfDue } from './daily-backup.ts'

/**
 * When the server looks whether a backup is due: a little after its start, which has enough to do, and each hour.
 * Then it goes by the age of the newest one, not by a timer of a day: machines sleep, restart, and have their clocks set.
 */
const LOOKS = { firstMs: 60_000, everyMs: 3_600_000 }

export type BackupSchedule = {
	/** Waits for nothing: a backup that is being made is given up, and nothing of it stays. */
	stop(): void
}

export function startBackups(config: Config, log: Pick<Log, 'info' | 'failure'>, looks = LOOKS): BackupSchedule {
	let running: { giveUp(): void } | null = null

	async function look() {
		if (running) return
		const backup = backUpIfDue(config, log, new Date())
		running = backup
		await backup?.isDone
		running = null
	}

	const timers = [setTimeout(look, looks.firstMs), setInterval(look, looks.everyMs)]
	for (const timer of timers) timer.unref()
	return {
		stop() {
			for (const timer of timers) clearInterval(timer)
			running?.giveUp()
		},
	}
}
