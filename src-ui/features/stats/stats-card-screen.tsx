import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import { rateLabel, shareLabel } from '#contract/first-words/card.ts'
import type { UserId } from '#contract/ids.ts'
import type { DriverStats } from '#contract/stats.ts'
import { t } from '#contract/text.ts'
import type { ButtonVariant } from '#look/class-names.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { cardOf } from '#ui/features/sent/card-to-send.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember, useViewer } from '#ui/session/session-context.ts'
import { driverStats } from './stats.api.ts'
import { BackToHome, ReceiptOfDriver, ReceiptOfFigures, UnratedCard } from './stats-receipt.tsx'

export function StatsCardScreen({ driverId }: { driverId: UserId }) {
	return (
		<Suspense key={driverId} fallback={<Loading label={t('Loading Driver Stats...')} />}>
			<DriverOfCard driverId={driverId} />
		</Suspense>
	)
}

function DriverOfCard({ driverId }: { driverId: UserId }) {
	const { data: driver } = useSuspenseQuery(userQuery(driverId))
	if (!driver) return <DriverNotFound />
	if (driver.claimedById !== null) return <Navigate to="/infographic/$id" params={{ id: driver.claimedById }} replace />
	return (
		<Suspense fallback={<Loading label={t('Calculating Statistics...')} />}>
			<FiguresOfCard driver={driver} />
		</Suspense>
	)
}

function FiguresOfCard({ driver }: { driver: VisibleUser }) {
	const { data: stats } = useSuspenseQuery(driverStats(driver.id))
	return stats ? <Card driver={driver} stats={stats} /> : <DriverNotFound />
}

function Card({ driver, stats }: { driver: VisibleUser; stats: DriverStats }) {
	const viewer = useViewer()
	const name = nameOf(driver)
	const isOwn = viewer.kind !== 'visitor' && viewer.user.id === driver.id
	useCardViewed(driver, name)

	return (
		<>
			<PageTitle>{t("{driver}'s driver stats", { driver: name })}</PageTitle>
			{stats.totalRides === 0 ? (
				<UnratedCard driver={driver} stats={stats} isOwn={isOwn} />
			) : (
				<Page
					lead={<ReceiptOfDriver driver={driver} stats={stats} />}
					action={isOwn ? <OwnCardActions driver={driver} /> : <CardActions driver={driver} />}
				>
					<ReceiptOfFigures driver={driver} stats={stats} />
				</Page>
			)}
		</>
	)
}

function OwnCardActions({ driver }: { driver: VisibleUser }) {
	return (
		<div className="button-pair">
			<BackToHome />
			<ShareCard driver={driver} />
		</div>
	)
}

function CardActions({ driver }: { driver: VisibleUser }) {
	return (
		<>
			<div className="card-buttons">
				<LinkButton to="/rating/$id" params={{ id: driver.id }}>
					{rateLabel()}
				</LinkButton>
				<ShareCard driver={driver} variant="secondary" />
			</div>
			<BackToHome size="sm" />
		</>
	)
}

const ShareCard = ({ driver, variant }: { driver: VisibleUser; variant?: ButtonVariant }) => (
	<SendButton label={shareLabel()} to={[cardOf(driver)]} isBlock variant={variant} />
)

function useCardViewed({ id }: VisibleUser, name: string) {
	const member = useMember()
	const track = useTrack()
	const viewerId = member?.id ?? null
	useEffect(() => {
		track('infographic_viewed', { user_id: viewerId, driver_id: id, driver_name: name })
	}, [track, id, name, viewerId])
}

function Loading({ label }: { label: string }) {
	return (
		<Page width="columns">
			<PageTitle>{t('Driver stats')}</PageTitle>
			<Spinner label={label} />
		</Page>
	)
}

function DriverNotFound() {
	return (
		<Page>
			<PageTitle>{t('Driver Not Found')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('Driver Not Found')} action={<BackToHome variant="primary" />}>
				{t('No card under this number. It may have fallen between the seats.')}
			</EmptyState>
		</Page>
	)
}
