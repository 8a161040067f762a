import type { Context } from '#server/context.ts'
import type { BackupRuns } from '#server/operations/backups/backup-worker-client.ts'
import { recurringJob } from '#server/process/recurring-job.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { type Alert, alertSender, type Delivery, RING_TEST } from './alert-sender.ts'
import { dueAlerts, isNight, keepAlertMemory, readAlertMemory } from './due-alerts.ts'
import { type Trouble, troubleFinder, wordsOf } from './troubles.ts'

/** What a running server tells its operator by itself. */
export type Alerts = {
	/** Where they go, as people may read it. */
	to: readonly string[]
	/** When the last one was sent, and where it did not arrive; null before the first. */
	last(): { at: Date; missed: string[] } | null
	/** Sends a test to every address. */
	ring(): Promise<Delivery[]>
	stop(): Promise<void>
}

const LOOK_EVERY_MS = 60_000
/** After an alert that arrived nowhere. */
const AGAIN_AFTER_MS = 15 * 60_000

/** Looks for trouble each minute, and tells of it. */
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
	let telling: Promise<void> = Promise.resolve()
	const job = recurringJob(clock, {
		next: (lastRun) => new Date((lastRun ?? clock.now()).getTime() + LOOK_EVERY_MS),
		run: look,
		failed: (error) => log.failure('Troubles could not be looked for', error),
	})

	async function look() {
		const found = await lookForTrouble(whenTold())
		if (hasStopped) return
		telling = tell(dueAlerts(memory, found, clock.now(), isNight(clock.now(), timeZone)))
		await telling
	}

	const whenTold = () =>
		Object.fromEntries(Object.entries(memory.troubles).map(([trouble, { toldAt }]) => [trouble, new Date(toldAt)]))

	async function tell({ begun, over, memory: { troubles } }: ReturnType<typeof dueAlerts>) {
		memory = { ...memory, troubles }
		keep()
		if (clock.now().getTime() < silentUntil) return
		for (const { trouble, says } of begun)
			if (await hasArrived(alertOf(trouble, says)))
				remember(trouble, { toldAt: clock.now().getTime(), overSince: null })
		if (over.length > 0 && (await hasArrived(allGood(over)))) for (const trouble of over) forget(trouble)
	}

	function remember(trouble: Trouble, told: (typeof memory.troubles)[string]) {
		memory = { ...memory, troubles: { ...memory.troubles, [trouble]: told } }
		keep()
	}

	function forget(trouble: Trouble) {
		const { [trouble]: _over, ...troubles } = memory.troubles
		memory = { ...memory, troubles }
		keep()
	}

	/** An alert has arrived when one of the addresses has it. */
	async function hasArrived(alert: Alert): Promise<boolean> {
		const deliveries = await deliver(alert)
		const isAnywhere = deliveries.some(({ problem }) => problem === null)
		if (!isAnywhere) silentUntil = clock.now().getTime() + AGAIN_AFTER_MS
		return isAnywhere
	}

	async function deliver(alert: Alert): Promise<Delivery[]> {
		const deliveries = await sender.send(alert)
		// What a stop gave up is sent after the next start.
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
			// A failure is in the log by then.
			await Promise.allSettled([telling])
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
