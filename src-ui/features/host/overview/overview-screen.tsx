import { HostPage } from '#ui/features/host/host-page.tsx'

export const HostOverviewScreen = () => (
	<HostPage part="overview" title="Behind the wheel">
		{null}
	</HostPage>
)
