import { type HostBackup, removeBackup } from '#contract/host/backups.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { backupAddress } from '#ui/features/host/host.api.ts'
import { ensureConfirmed } from '#ui/features/host/host-act.ts'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { api } from '#ui/platform/api-client.ts'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'

export const backupActs = {
	download: act({
		title: (_backup: HostBackup) => 'Take everything along?',
		text: ({ bytes }) => (
			<>
				<p>
					These {sizeInWords(bytes)} hold <strong>everything</strong>: everybody's names, e-mail addresses and ratings,
					and <strong>who rated whom</strong>, which is shown nowhere else.
				</p>
				<p>
					Keep it like the only car key: on a disk that is yours, never in a chat, and delete it once you no longer need
					it. The journal notes that you took it.
				</p>
			</>
		),
		button: () => 'Download',
		failure: 'The server does not answer. Please try again.',
		call: async ({ name }) => {
			await ensureConfirmed()
			follow(backupAddress(name))
		},
		toast: () => ({ title: 'Download started', description: 'Your browser takes it from here.' }),
	}),
	remove: act({
		title: (_backup: HostBackup) => 'Remove this backup?',
		text: ({ at }) => (
			<p>
				The backup of <strong>{momentInWords(at)}</strong> is deleted from the disk, for good. What Backseat works with
				stays as it is. The journal notes it.
			</p>
		),
		button: () => 'Remove it',
		danger: true,
		call: ({ name }) => api.send(removeBackup, { params: { name } }),
		toast: () => ({ title: 'Backup removed', description: 'One spare wheel fewer in the boot.' }),
	}),
}

/** Clicks a link, so that the browser streams a file of any size to disk. */
function follow(address: string) {
	const link = document.createElement('a')
	link.href = address
	link.download = ''
	link.click()
}
