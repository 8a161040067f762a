import { HostPage } from '#ui/features/host/host-page.tsx'

export const HostInvitationsScreen = () => (
	<HostPage part="invitations" title="Invitations">
		{null}
	</HostPage>
)
