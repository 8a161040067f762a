import { useState } from 'react'
import type { HostBackup } from '#contract/host/backups.ts'
import { useConfirmed } from '#ui/features/host/confirm/use-confirmed.ts'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { backupAddress } from './backups.api.ts'

/** Says what is in the file before anybody has it. `backup`: null while nobody asks. */
export function DownloadDialog({ backup, onClose }: { backup: HostBackup | null; onClose: () => void }) {
	// The words stay while the dialog leaves.
	const [shown, setShown] = useState(backup)
	if (backup && backup !== shown) setShown(backup)
	return (
		<Dialog title="Take everything along?" isOpen={backup !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
			{shown ? <BeforeDownload backup={shown} onClose={onClose} /> : null}
		</Dialog>
	)
}

function BeforeDownload({ backup: { name, bytes }, onClose }: { backup: HostBackup; onClose: () => void }) {
	const download = useConfirmed((name: string) => {
		follow(backupAddress(name))
		onClose()
		toast({ title: 'Download started', description: 'Your browser takes it from here.' })
	})
	return (
		<>
			<p>
				These {sizeInWords(bytes)} hold <strong>everything</strong>: everybody's names, e-mail addresses and ratings,
				and <strong>who rated whom</strong>, which is shown nowhere else.
			</p>
			<p className="mt-3">
				Keep it like the only car key: on a disk that is yours, never in a chat, and delete it once you no longer need
				it. The journal notes that you took it.
			</p>
			{download.error ? (
				<p role="alert" className="mt-3 font-semibold text-bad">
					{serverMessage(download.error, 'The server does not answer. Please try again.')}
				</p>
			) : null}
			<div className="button-pair mt-5">
				<Button variant="secondary" onPress={onClose}>
					Cancel
				</Button>
				<PendingButton isPending={download.isPending} onPress={() => download.run(name)}>
					Download
				</PendingButton>
			</div>
		</>
	)
}

/** As a click on a link would: the browser saves the file by itself, however large it is. */
function follow(address: string) {
	const link = document.createElement('a')
	link.href = address
	link.download = ''
	link.click()
}
