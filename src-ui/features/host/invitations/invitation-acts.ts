import { type Invitation, revokeInvitation } from '#contract/host/invitations.ts'
import { t, tn } from '#contract/text.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { api } from '#ui/platform/api-client.ts'

export const invitationActs = {
	revoke: act({
		title: ({ id, note }: Invitation) =>
			note === null ? t('Revoke invitation {id}?', { id }) : t('Revoke {name}?', { name: note }),
		text: () => t('Its link stops working at once. Whoever came by it keeps the account.'),
		button: () => t('Revoke'),
		danger: true,
		call: ({ id }) => api.send(revokeInvitation, { params: { id } }),
		toast: (_invitation, { uses }) => ({ title: t('The door is shut'), description: whoCame(uses) }),
	}),
}

function whoCame(uses: number) {
	if (uses === 0) return t('Nobody had come by it.')
	return tn('One person came by it, and stays.', '# people came by it, and stay.', uses)
}
