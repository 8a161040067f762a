import { useState } from 'react'
import type { HostGhost } from '#contract/host/ghosts.ts'
import { LooksAgain } from '#ui/features/host/lists/looks-again.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { DeleteGhost } from './delete-ghost.tsx'
import { NewClaimLink } from './new-claim-link.tsx'
import { RenameGhost } from './rename-ghost.tsx'
import { UndoClaim } from './undo-claim.tsx'

export type AskedOfGhost = { act: 'new-link' | 'rename' | 'undo-claim' | 'delete'; ghost: HostGhost }

const TITLES: Record<AskedOfGhost['act'], (name: string) => string> = {
	'new-link': (name) => `New link for ${name}`,
	rename: (name) => `Rename ${name}`,
	'undo-claim': (name) => `Undo the claim of ${name}?`,
	delete: (name) => `Delete ${name}?`,
}

const ACTS = { 'new-link': NewClaimLink, rename: RenameGhost, 'undo-claim': UndoClaim, delete: DeleteGhost }

type GhostDialogProps = {
	asked: AskedOfGhost | null
	onClose: () => void
	/** When it has left the screen. */
	onClosed: () => void
}

/** What a host does with a ghost. Not part of its row, which may move, or go, while a link is still being handed over. */
export function GhostDialog({ asked, onClose, onClosed }: GhostDialogProps) {
	// What it shows while it leaves.
	const [shown, setShown] = useState(asked)
	if (asked && asked !== shown) setShown(asked)
	const Act = shown && ACTS[shown.act]
	return (
		<Dialog
			title={shown ? <span className="wrap-anywhere">{TITLES[shown.act](shown.ghost.name)}</span> : ''}
			isOpen={asked !== null}
			onOpenChange={onClose}
			isDismissable={false}
		>
			<LooksAgain onClosed={onClosed} />
			{Act ? <Act ghost={shown.ghost} onClose={onClose} /> : null}
		</Dialog>
	)
}
