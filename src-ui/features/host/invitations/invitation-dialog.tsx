import type { Invitation, InvitationWithToken } from '#contract/host/invitations.ts'
import { t, tn } from '#contract/text.ts'
import { HandOverLink } from '#ui/features/host/hand-over-link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { dayOfMoment } from '#ui/platform/dates-and-figures.ts'

type InvitationDialogProps = {
	invitation: InvitationWithToken | null
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
}

export const InvitationDialog = ({ invitation, ...openness }: InvitationDialogProps) => (
	<Dialog title={t('Hand out this invitation')} {...openness} isDismissable={false}>
		{invitation ? (
			<>
				<p className="mb-2 text-muted">
					{whomFor(invitation)} {t('Shown only now: copy it, or send it right away.')}
				</p>
				<HandOverLink
					path={`/invite/${invitation.token}`}
					codeLabel={t('QR code of the invitation')}
					message={t("There is a seat for you on Backseat, where friends and family rate each other's driving:")}
				/>
			</>
		) : null}
	</Dialog>
)

/** 'For 5 people, until Nov 29, 2026.' */
function whomFor({ maxUses, expiresAt }: Invitation): string {
	if (expiresAt === null)
		return maxUses === null
			? t('For as many as like, until you revoke it.')
			: tn('For one person, until you revoke it.', 'For # people, until you revoke it.', maxUses)
	const day = dayOfMoment(expiresAt)
	return maxUses === null
		? t('For as many as like, until {day}.', { day })
		: tn('For one person, until {day}.', 'For # people, until {day}.', maxUses, { day })
}
