import type { Invitation, InvitationWithToken } from '#contract/host/invitations.ts'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { dayOfMoment } from '#ui/platform/dates-and-figures.ts'

type InvitationDialogProps = {
	invitation: InvitationWithToken | null
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
}

export const InvitationDialog = ({ invitation, ...openness }: InvitationDialogProps) => (
	<Dialog title="Hand out this invitation" {...openness} isDismissable={false}>
		{invitation ? (
			<>
				<p className="mb-2 text-muted">{whomFor(invitation)} Shown only now: copy it, or send it right away.</p>
				<HandOverLink
					path={`/invite/${invitation.token}`}
					label="the invitation"
					message="There is a seat for you on Backseat, where friends and family rate each other's driving:"
				/>
			</>
		) : null}
	</Dialog>
)

/** 'For 5 people, until Nov 29, 2026.' */
function whomFor({ maxUses, expiresAt }: Invitation): string {
	const people = maxUses === null ? 'as many as like' : maxUses === 1 ? 'one person' : `${maxUses} people`
	return `For ${people}, until ${expiresAt === null ? 'you revoke it' : dayOfMoment(expiresAt)}.`
}
