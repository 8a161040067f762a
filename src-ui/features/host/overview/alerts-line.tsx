import type { HostAlerts } from '#contract/host/alerts.ts'
import { useRingBell } from '#ui/features/host/host.api.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { dayOfMoment, nearDay } from '#ui/platform/dates-and-figures.ts'

export function AlertsLine({ alerts }: { alerts: HostAlerts }) {
	const bell = useRingBell()
	return (
		<section aria-label="Alerts" className="overview-wide alerts-line">
			<p className="wrap-anywhere">
				Alerts go to {alerts.to.join(', ')}. <LastAlert alerts={alerts} />
			</p>
			<PendingButton variant="secondary" size="sm" isPending={bell.isPending} onPress={() => bell.run()}>
				Ring the bell
			</PendingButton>
			<p role="status" className={bell.isDone ? 'basis-full font-semibold' : 'sr-only'}>
				{bell.isDone ? 'It rang. Your phone should know by now.' : ''}
			</p>
			{bell.error ? (
				<p role="alert" className="basis-full font-semibold text-bad">
					{serverMessage(bell.error, 'The server does not answer. Please try again.')}
				</p>
			) : null}
		</section>
	)
}

function LastAlert({ alerts: { lastAt, missed } }: { alerts: HostAlerts }) {
	if (lastAt === null) return 'None was sent yet.'
	if (missed.length > 0) return `The last one did not arrive at ${missed.join(', ')}.`
	const near = nearDay(lastAt)
	if (near === 'today') return 'Last one arrived today.'
	return near === 'yesterday' ? 'Last one arrived yesterday.' : `Last one arrived on ${dayOfMoment(lastAt)}.`
}
