import { type Invitation, revokeInvitation } from '#contract/host/invitations.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { api } from '#ui/platform/api-client.ts'

export const invitationActs = {
	revoke: act({
		title: ({ id, note }: Invitation) => `Revoke ${note ?? `invitation ${id}`}?`,
		text: () => 'Its link stops working at once. Whoever came by it keeps the account.',
		button: () => 'Revoke',
		danger: true,
		call: ({ id }) => api.send(revokeInvitation, { params: { id } }),
		toast: (_invitation, { uses }) => ({ title: 'The door is shut', description: whoCame(uses) }),
	}),
}

function whoCame(uses: number) {
	if (uses === 0) return 'Nobody had come by it.'
	return uses === 1 ? 'One person came by it, and stays.' : `${uses} people came by it, and stay.`
}
