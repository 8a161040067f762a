import { HostPage } from '#ui/features/host/host-page.tsx'

export const HostGhostsScreen = () => (
	<HostPage part="ghosts" title="Ghosts">
		{null}
	</HostPage>
)
