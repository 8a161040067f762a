import { HostPage } from '#ui/features/host/host-page.tsx'

export const HostPeopleScreen = () => (
	<HostPage part="people" title="People">
		{null}
	</HostPage>
)
