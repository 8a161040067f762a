import { useId, useState } from 'react'
import { type Invitation, revokeInvitation } from '#contract/host/invitations.ts'
import { Receipt, ReceiptLine, ReceiptLines } from '#look/receipt.tsx'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { AskOnce } from '#ui/features/host/lists/ask-once.tsx'
import { LooksAgain } from '#ui/features/host/lists/looks-again.tsx'
import '#ui/features/host/lists/host-rows.css'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { api } from '#ui/platform/api-client.ts'
import { STATES, untilWhen } from './invitation-words.ts'

type InvitationRowsProps = { invitations: Invitation[]; onClosed: () => void }

export function InvitationRows({ invitations, onClosed }: InvitationRowsProps) {
	const [asked, setAsked] = useState<Invitation | null>(null)
	const [isAsked, setIsAsked] = useState(false)
	return (
		<>
			<Receipt torn="both">
				<ul aria-labelledby="all-invitations" className="host-rows">
					{invitations.map((invitation) => (
						<InvitationRow
							key={invitation.id}
							invitation={invitation}
							onRevoke={() => {
								setAsked(invitation)
								setIsAsked(true)
							}}
						/>
					))}
				</ul>
			</Receipt>
			<Dialog
				title={<span className="wrap-anywhere">Revoke {asked ? nameOfInvitation(asked) : ''}?</span>}
				isOpen={isAsked}
				onOpenChange={setIsAsked}
				isDismissable={false}
			>
				<LooksAgain onClosed={onClosed} />
				{asked ? <Revoke invitation={asked} onClose={() => setIsAsked(false)} /> : null}
			</Dialog>
		</>
	)
}

const nameOfInvitation = ({ id, note }: Invitation) => note ?? `invitation ${id}`

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

type RevokeProps = { invitation: Invitation; onClose: () => void }

function Revoke({ invitation, onClose }: RevokeProps) {
	const revoke = useHostAct({
		send: () => api.send(revokeInvitation, { params: { id: invitation.id } }),
		onDone: ({ uses }) => {
			onClose()
			toast({ title: 'The door is shut', description: whoCame(uses) })
		},
	})
	return (
		<AskOnce
			act="Revoke"
			isDangerous
			isPending={revoke.isPending}
			error={revoke.error}
			onAct={() => revoke.run()}
			onCancel={onClose}
		>
			<p>Its link stops working at once. Whoever came by it keeps the account.</p>
		</AskOnce>
	)
}

function whoCame(uses: number) {
	if (uses === 0) return 'Nobody had come by it.'
	return uses === 1 ? 'One person came by it, and stays.' : `${uses} people came by it, and stay.`
}
