import { useState } from 'react'
import type { HostBackup } from '#contract/host/backups.ts'
import { AskOnce } from '#ui/features/host/lists/ask-once.tsx'
import { LooksAgain } from '#ui/features/host/lists/looks-again.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'
import { useRemoveBackup } from './backups.api.ts'

type RemoveBackupProps = {
	backup: HostBackup | null
	onClose: () => void
	/** When it has left the screen. */
	onClosed: () => void
}

/** `backup`: null while nobody asks. */
export function RemoveBackup({ backup, onClose, onClosed }: RemoveBackupProps) {
	// The words stay while the dialog leaves.
	const [shown, setShown] = useState(backup)
	if (backup && backup !== shown) setShown(backup)
	const removal = useRemoveBackup(() => {
		onClose()
		toast({ title: 'Backup removed', description: 'One spare wheel fewer in the boot.' })
	})
	const close = () => {
		removal.reset()
		onClose()
	}
	return (
		<Dialog title="Remove this backup?" isOpen={backup !== null} onOpenChange={(isOpen) => isOpen || close()}>
			<LooksAgain onClosed={onClosed} />
			{shown ? (
				<AskOnce {...removal} isDangerous onCancel={close} onAct={() => removal.run(shown.name)} act="Remove it">
					<p>
						The backup of <strong>{momentInWords(shown.at)}</strong> is deleted from the disk, for good. What Backseat
						works with stays as it is. The journal notes it.
					</p>
				</AskOnce>
			) : null}
		</Dialog>
	)
}
