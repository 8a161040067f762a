import type { Context } from '#server/context.ts'
import type { BackupRuns } from '#server/operations/backups/backup-worker-client.ts'
import { recurringJob } from '#server/process/recurring-job.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { type Alert, alertSender, type Delivery, RING_TEST } from './alert-sender.ts'
import { dueAlerts, isNight, keepAlertMemory, readAlertMemory } from './due-alerts.ts'
import { type Trouble, troubleFinder, wordsOf } from './troubles.ts'

export type Alerts = {
	/** Display forms of the alert addresses, without secrets. */
	to: readonly string[]
	/** Time of the last alert and the addresses it did not reach; null before the first. */
	last(): { at: Date; missed: string[] } | null
	ring(): Promise<Delivery[]>
	stop(): Promise<void>
}

const LOOK_EVERY_MS = 60_000
/** Delay before an alert that reached no address is retried. */
const AGAIN_AFTER_MS = 15 * 60_000

export function startAlerts(
	context: Context,
	runs: BackupRuns,
	lookForTrouble = troubleFinder(context, runs),
	timeZone = timeZoneOf(context.config),
): Alerts {
	const { config, log, clock } = context
	const sender = alertSender(config, log, { now: clock.now })
	let memory = readAlertMemory(config.dataDir)
	let kept = JSON.stringify(memory)
	let silentUntil = 0
	let hasStopped = false
	let sending: Promise<void> = Promise.resolve()
	const job = recurringJob(clock, {
		next: (lastRun) => new Date((lastRun ?? clock.now()).getTime() + LOOK_EVERY_MS),
		run: look,
		failed: (error) => log.failure('Troubles could not be looked for', error),
	})

	async function look() {
		const found = await lookForTrouble(alertTimes())
		if (hasStopped) return
		sending = sendDue(dueAlerts(memory, found, clock.now(), isNight(clock.now(), timeZone)))
		await sending
	}

	const alertTimes = () =>
		Object.fromEntries(Object.entries(memory.troubles).map(([trouble, { toldAt }]) => [trouble, new Date(toldAt)]))

	async function sendDue({ started, over, memory: { troubles } }: ReturnType<typeof dueAlerts>) {
		memory = { ...memory, troubles }
		keep()
		if (clock.now().getTime() < silentUntil) return
		for (const { trouble, says } of started)
			if (await hasArrived(alertOf(trouble, says)))
				remember(trouble, { toldAt: clock.now().getTime(), overSince: null })
		if (over.length > 0 && (await hasArrived(allGood(over)))) for (const trouble of over) forget(trouble)
	}

	function remember(trouble: Trouble, entry: (typeof memory.troubles)[string]) {
		memory = { ...memory, troubles: { ...memory.troubles, [trouble]: entry } }
		keep()
	}

	function forget(trouble: Trouble) {
		const { [trouble]: _over, ...troubles } = memory.troubles
		memory = { ...memory, troubles }
		keep()
	}

	/** True if at least one address accepted the alert. */
	async function hasArrived(alert: Alert): Promise<boolean> {
		const deliveries = await deliver(alert)
		const isAnywhere = deliveries.some(({ problem }) => problem === null)
		if (!isAnywhere) silentUntil = clock.now().getTime() + AGAIN_AFTER_MS
		return isAnywhere
	}

	async function deliver(alert: Alert): Promise<Delivery[]> {
		const deliveries = await sender.send(alert)
		// Deliveries cancelled by a stop are sent after the next start.
		if (hasStopped) return deliveries
		const missed = deliveries.filter(({ problem }) => problem !== null)
		for (const { to, problem } of missed) log.warn(`An alert did not arrive at ${to}: ${problem}.`)
		memory = { ...memory, last: { at: clock.now().getTime(), missed: missed.map(({ to }) => to) } }
		keep()
		return deliveries
	}

	function keep() {
		const text = JSON.stringify(memory)
		if (text === kept) return
		kept = text
		keepAlertMemory(config.dataDir, memory)
	}

	return {
		to: sender.to,
		last: () => memory.last && { at: new Date(memory.last.at), missed: memory.last.missed },
		ring: () => deliver(RING_TEST),
		async stop() {
			hasStopped = true
			void job.stop()
			await sender.stop()
			await Promise.allSettled([sending])
		},
	}
}

function alertOf(trouble: Trouble, says: string): Alert {
	const { title, todo, urgency } = wordsOf(trouble)
	return { kind: trouble, title, text: `${says} ${todo}`, urgency }
}

function allGood(over: readonly Trouble[]): Alert {
	const words = new Set(over.map((trouble) => wordsOf(trouble).over))
	return { kind: 'over', title: 'All good again', text: [...words].join(' '), urgency: 'good' }
}
