import { HostPage } from '#ui/features/host/host-page.tsx'

export const HostBackupsScreen = () => (
	<HostPage part="backups" title="Backups">
		{null}
	</HostPage>
)
