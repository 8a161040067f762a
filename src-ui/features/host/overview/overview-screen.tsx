import { useQuery } from '@tanstack/react-query'
import type { Overview } from '#contract/host/overview.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
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

const Glance = () => (
	<Loaded
		query={useQuery(overviewQuery)}
		loading="Looking at the instruments..."
		onTheWay={<OnTheWay />}
		failed={() => ({ title: 'The instruments are dark', text: 'How things are could not be found out just now.' })}
	>
		{(overview) => <Instruments overview={overview} />}
	</Loaded>
)

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
			<Skeleton className="h-112 rounded-xl" />
			<Skeleton className="h-112 rounded-xl" />
		</div>
	)
}
