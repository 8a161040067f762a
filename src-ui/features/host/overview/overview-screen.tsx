import { useQuery } from '@tanstack/react-query'
import type { Overview } from '#contract/host/overview.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { Skeleton } from '#ui/kit/feedback/skeleton.tsx'
import { ChecksMade } from './checks-made.tsx'
import { DashboardReceipt } from './dashboard-receipt.tsx'
import { overviewQuery } from './overview.api.ts'
import { litOf, WarningLights } from './warning-lights.tsx'
import { WayIn } from './way-in.tsx'
import './overview.css'

export const HostOverviewScreen = () => (
	<HostPage
		path="/host"
		title="Behind the wheel"
		lead={<p>Mirrors, fuel, oil: what a driver glances at before setting off.</p>}
	>
		<Glance />
	</HostPage>
)

/** Not suspended: the way to the other parts stays while this loads or fails. */
function Glance() {
	const { data, isError, isFetching, refetch } = useQuery(overviewQuery)
	if (data) return <Instruments overview={data} />
	return isError && !isFetching ? <OutOfSight onTryAgain={() => void refetch()} /> : <OnTheWay />
}

function Instruments({ overview }: { overview: Overview }) {
	const lit = litOf(overview.findings)
	return (
		<div className="overview">
			{lit.length > 0 ? <WarningLights lit={lit} /> : null}
			<DashboardReceipt overview={overview} lit={lit.length} />
			<WayIn addresses={overview.addresses} />
			<ChecksMade findings={overview.findings} />
		</div>
	)
}

function OnTheWay() {
	return (
		<div className="overview">
			<p role="status" className="sr-only">
				Looking at the instruments...
			</p>
			<Skeleton className="h-112 rounded-xl" />
			<Skeleton className="h-112 rounded-xl" />
		</div>
	)
}

function OutOfSight({ onTryAgain }: { onTryAgain: () => void }) {
	return (
		<Notice
			tone="error"
			title="The instruments are dark"
			action={
				<Button variant="secondary" size="sm" onPress={onTryAgain}>
					Try again
				</Button>
			}
		>
			How things are could not be found out just now.
		</Notice>
	)
}
