import { type HostAlerts, ringBell } from '#contract/host/alerts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { asHost, noteInJournal } from '#server/features/journal/journal.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound, refusal } from '#server/http/problems.ts'
import type { Delivery } from '#server/operations/alerts/alert-sender.ts'
import type { Alerts } from '#server/operations/alerts/alerts.ts'

export function alertFeature(context: Context, alerts: Alerts | null): Feature & { alertsNow(): HostAlerts | null } {
	const { db, limits } = context

	async function ring(me: UserId): Promise<HostAlerts> {
		if (!alerts) throw notFound('no_alerts')
		limits.bellRings.check('everybody')
		db.write(() => noteInJournal(context, asHost(me), { act: 'bell_rung' }))
		const missed = (await alerts.ring()).filter(({ problem }) => problem !== null)
		if (missed.length > 0) throw notArrived(missed)
		return viewOf(alerts)
	}

	return { alertsNow: () => alerts && viewOf(alerts), routes: [route(ringBell, ({ me }) => ring(me))] }
}

function viewOf({ to, last: lastOf }: Alerts): HostAlerts {
	const last = lastOf()
	return { to: [...to], lastAt: last?.at.toISOString() ?? null, missed: last?.missed ?? [] }
}

const notArrived = (missed: readonly Delivery[]) =>
	refusal({
		status: 503,
		reason: 'alert_missed',
		params: { missed: missed.map(({ to, problem }) => `It did not arrive at ${to}: ${problem}.`).join(' ') },
	})
