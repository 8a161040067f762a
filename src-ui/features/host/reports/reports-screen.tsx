import { HostPage } from '#ui/features/host/host-page.tsx'

export const HostReportsScreen = () => (
	<HostPage part="reports" title="Reports">
		{null}
	</HostPage>
)
