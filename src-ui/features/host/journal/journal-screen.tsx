import { HostPage } from '#ui/features/host/host-page.tsx'

export const HostJournalScreen = () => (
	<HostPage part="journal" title="Journal">
		{null}
	</HostPage>
)
