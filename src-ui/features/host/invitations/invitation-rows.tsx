import { type RefObject, useId, useState } from 'react'
import { type Invitation, type InvitationState, revokeInvitation } from '#contract/host/invitations.ts'
import { Receipt, ReceiptLine, ReceiptLines } from '#look/receipt.tsx'
import { ActDialog, Question } from '#ui/features/host/act-dialog.tsx'
import '#ui/features/host/host-rows.css'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { api } from '#ui/platform/api-client.ts'
import { dayOfMoment } from '#ui/platform/dates-and-figures.ts'

type InvitationRowsProps = {
	invitations: Invitation[]
	/** Takes the focus if the focused button unmounts. */
	list: RefObject<HTMLElement | null>
}

export function InvitationRows({ invitations, list }: InvitationRowsProps) {
	const [asked, setAsked] = useState<Invitation | null>(null)
	const close = () => setAsked(null)
	return (
		<>
			<Receipt torn="both">
				<ul aria-labelledby="all-invitations" className="host-rows">
					{invitations.map((invitation) => (
						<InvitationRow key={invitation.id} invitation={invitation} onRevoke={() => setAsked(invitation)} />
					))}
				</ul>
			</Receipt>
			<ActDialog
				asked={asked}
				title={({ id, note }) => `Revoke ${note ?? `invitation ${id}`}?`}
				onClose={close}
				refreshes
				rows={invitations}
				focus={() => list.current}
			>
				{({ id }) => (
					<Question
						act="Revoke"
						isDangerous
						send={() => api.send(revokeInvitation, { params: { id } })}
						onDone={({ uses }) => toast({ title: 'The door is shut', description: whoCame(uses) })}
						onClose={close}
					>
						<p>Its link stops working at once. Whoever came by it keeps the account.</p>
					</Question>
				)}
			</ActDialog>
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
						{note ?? `Invitation ${id}`}
					</span>
					<span className="font-mono text-xs text-muted uppercase">{STATES[state]}</span>
				</p>
			</div>
			<ReceiptLines className="host-row-lines">
				<ReceiptLine label="Came by it" value={maxUses === null ? `${uses}` : `${uses} of ${maxUses}`} />
				<ReceiptLine label="Until" value={untilWhen(invitation)} />
			</ReceiptLines>
			<div className="host-row-acts">
				{state === 'open' ? (
					<Button size="sm" variant="secondary" aria-describedby={title} onPress={onRevoke}>
						Revoke
					</Button>
				) : null}
			</div>
		</li>
	)
}

function whoCame(uses: number) {
	if (uses === 0) return 'Nobody had come by it.'
	return uses === 1 ? 'One person came by it, and stays.' : `${uses} people came by it, and stay.`
}

const STATES: Record<InvitationState, string> = {
	open: 'Open',
	used_up: 'Used up',
	expired: 'Expired',
	revoked: 'Revoked',
}

const untilWhen = ({ expiresAt }: Invitation) => (expiresAt === null ? 'revoked' : dayOfMoment(expiresAt))
