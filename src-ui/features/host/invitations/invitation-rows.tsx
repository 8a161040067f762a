import { type RefObject, useId } from 'react'
import type { Invitation, InvitationState } from '#contract/host/invitations.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptLine, ReceiptLines } from '#look/receipt.tsx'
import { useActs } from '#ui/features/host/act-dialog.tsx'
import '#ui/features/host/host-rows.css'
import { Button } from '#ui/kit/button.tsx'
import { dayOfMoment } from '#ui/platform/dates-and-figures.ts'
import { invitationActs } from './invitation-acts.ts'

type InvitationRowsProps = {
	invitations: Invitation[]
	list: RefObject<HTMLElement | null>
}

export function InvitationRows({ invitations, list }: InvitationRowsProps) {
	const { ask, dialog } = useActs<Invitation>({ rows: invitations, focus: () => list.current, refreshes: true })
	return (
		<>
			<Receipt torn="both">
				<ul aria-labelledby="all-invitations" className="host-rows">
					{invitations.map((invitation) => (
						<InvitationRow
							key={invitation.id}
							invitation={invitation}
							onRevoke={() => ask(invitationActs.revoke, invitation)}
						/>
					))}
				</ul>
			</Receipt>
			{dialog}
		</>
	)
}

function InvitationRow({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
	const { id, note, uses, maxUses, state } = invitation
	const title = useId()
	return (
		<li className="host-row" data-state={state}>
			<div className="host-row-who">
				<p className="min-w-0">
					<span id={title} className="block font-display text-lg leading-tight font-bold wrap-anywhere">
						{note ?? t('Invitation {id}', { id })}
					</span>
					<span className="font-mono text-xs text-muted uppercase">{STATES[state]}</span>
				</p>
			</div>
			<ReceiptLines className="host-row-lines">
				<ReceiptLine
					// Translators: how many people made an account with an invitation
					label={t('Came by it')}
					value={maxUses === null ? `${uses}` : t('{uses} of {max}', { uses, max: maxUses })}
				/>
				{/* Translators: until when an invitation is good: a date, or 'revoked' */}
				<ReceiptLine label={t('Until')} value={untilWhen(invitation)} />
			</ReceiptLines>
			<div className="host-row-acts">
				{state === 'open' ? (
					<Button size="sm" variant="secondary" aria-describedby={title} onPress={onRevoke}>
						{t('Revoke')}
					</Button>
				) : null}
			</div>
		</li>
	)
}

const STATES: Record<InvitationState, string> = {
	open: t('Open', { context: 'invitation' }),
	used_up: t('Used up', { context: 'invitation' }),
	expired: t('Expired', { context: 'invitation' }),
	revoked: t('Revoked', { context: 'invitation' }),
}

const untilWhen = ({ expiresAt }: Invitation) =>
	expiresAt === null ? t('revoked', { context: 'until' }) : dayOfMoment(expiresAt)
