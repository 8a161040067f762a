import type { RefObject } from 'react'
import { type HostBackup, removeBackup } from '#contract/host/backups.ts'
import { ActDialog, Question } from '#ui/features/host/act-dialog.tsx'
import { sizeInWords } from '#ui/features/host/ages-and-sizes.ts'
import { backupAddress } from '#ui/features/host/host.api.ts'
import { useConfirmed } from '#ui/features/host/host-act.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { api, serverMessage } from '#ui/platform/api-client.ts'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'

export type AskedOfBackup = { act: 'download' | 'remove'; backup: HostBackup }

type BackupDialogProps = {
	asked: AskedOfBackup | null
	onClose: () => void
	/** Data of the list, and its element, which takes the focus if the focused button unmounts. */
	rows: unknown
	list: RefObject<HTMLElement | null>
}

export const BackupDialog = ({ asked, onClose, rows, list }: BackupDialogProps) => (
	<ActDialog
		asked={asked}
		title={({ act }) => (act === 'remove' ? 'Remove this backup?' : 'Take everything along?')}
		onClose={onClose}
		isDismissable
		refreshes
		rows={rows}
		focus={() => list.current}
	>
		{({ act, backup }) =>
			act === 'remove' ? (
				<Remove backup={backup} onClose={onClose} />
			) : (
				<BeforeDownload backup={backup} onClose={onClose} />
			)
		}
	</ActDialog>
)

const Remove = ({ backup: { name, at }, onClose }: { backup: HostBackup; onClose: () => void }) => (
	<Question
		act="Remove it"
		isDangerous
		send={() => api.send(removeBackup, { params: { name } })}
		onDone={() => toast({ title: 'Backup removed', description: 'One spare wheel fewer in the boot.' })}
		onClose={onClose}
	>
		<p>
			The backup of <strong>{momentInWords(at)}</strong> is deleted from the disk, for good. What Backseat works with
			stays as it is. The journal notes it.
		</p>
	</Question>
)

/** Explains the file's contents before the host downloads it. */
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

/** Clicks a link, so that the browser streams a file of any size to disk. */
function follow(address: string) {
	const link = document.createElement('a')
	link.href = address
	link.download = ''
	link.click()
}
