import { useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PlatePencil } from '#ui/kit/plate-pencil.tsx'
import { ConfirmDelete, ConfirmNewLink } from './confirm-ghost-act.tsx'
import { EditGhostForm, type GhostAct } from './edit-ghost-form.tsx'

/** The pencil on a ghost's plate, for its creator: name, face, a new claim link, and the way out. */
export function EditGhost({ ghost }: { ghost: VisibleUser }) {
	const [isOpen, setIsOpen] = useState(false)
	const [asked, setAsked] = useState<GhostAct | null>(null)
	const name = nameOf(ghost)
	const titles = { 'new-link': `New link for ${name}?`, delete: `Delete ${name}?` }
	const open = () => {
		setAsked(null)
		setIsOpen(true)
	}
	return (
		<>
			<PlatePencil label={`Edit ${name}`} onPress={open} />
			<Dialog
				title={<span className="wrap-anywhere">{asked ? titles[asked] : `Edit ${name}`}</span>}
				isOpen={isOpen}
				onOpenChange={setIsOpen}
				isDismissable={false}
			>
				<Steps ghost={ghost} asked={asked} onAsk={setAsked} onClose={() => setIsOpen(false)} />
			</Dialog>
		</>
	)
}

type StepsProps = {
	ghost: VisibleUser
	asked: GhostAct | null
	onAsk: (act: GhostAct | null) => void
	onClose: () => void
}

function Steps({ ghost, asked, onAsk, onClose }: StepsProps) {
	const name = nameOf(ghost)
	// Kept here: who thinks better of deleting finds what they had typed.
	const [typed, setTyped] = useState({ name, avatarId: ghost.avatarId })
	const [askedBefore, setAskedBefore] = useState<GhostAct | null>(null)
	const goBack = () => {
		setAskedBefore(asked)
		onAsk(null)
	}
	if (asked === 'new-link') return <ConfirmNewLink id={ghost.id} onCancel={goBack} />
	if (asked === 'delete') return <ConfirmDelete id={ghost.id} name={name} onCancel={goBack} />
	const form = { ghost, typed, onType: setTyped, onAsk, onClose }
	return <EditGhostForm {...form} focusOn={askedBefore ?? 'name'} />
}
