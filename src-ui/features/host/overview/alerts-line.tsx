import type { HostAlerts } from '#contract/host/alerts.ts'
import { isolated, messageInWords, t } from '#contract/text.ts'
import { useRingBell } from '#ui/features/host/host.api.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { dayOfMoment, listInWords, nearDay } from '#ui/platform/dates-and-figures.ts'

export function AlertsLine({ alerts }: { alerts: HostAlerts }) {
	const bell = useRingBell()
	return (
		<section aria-label={t('Alerts')} className="overview-wide alerts-line">
			<p className="wrap-anywhere">
				{t('Alerts go to {places}.', { places: services(alerts.to) })} <LastAlert alerts={alerts} />
			</p>
			<PendingButton variant="secondary" size="sm" isPending={bell.isPending} onPress={() => bell.run()}>
				{t('Ring the bell')}
			</PendingButton>
			<p role="status" className={bell.isDone ? 'basis-full font-semibold' : 'sr-only'}>
				{bell.isDone ? t('It rang. Your phone should know by now.') : ''}
			</p>
			{bell.error ? (
				<p role="alert" className="basis-full font-semibold text-bad">
					{serverMessage(bell.error, t('The server does not answer. Please try again.'))}
				</p>
			) : null}
		</section>
	)
}

function LastAlert({ alerts: { lastAt, missed } }: { alerts: HostAlerts }) {
	if (lastAt === null) return t('None was sent yet.')
	if (missed.length > 0) return t('The last one did not arrive at {places}.', { places: services(missed) })
	const near = nearDay(lastAt)
	if (near === 'today') return t('Last one arrived today.')
	return near === 'yesterday'
		? t('Last one arrived yesterday.')
		: t('Last one arrived on {day}.', { day: dayOfMoment(lastAt) })
}

/** Addresses, and 'a mailbox'. */
const services = (names: readonly string[]) => listInWords(names.map((name) => isolated(messageInWords(name))))
