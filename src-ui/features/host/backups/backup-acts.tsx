import { type HostBackup, removeBackup } from '#contract/host/backups.ts'
import { t } from '#contract/text.ts'
import { act } from '#ui/features/host/act-dialog.tsx'
import { backupAddress } from '#ui/features/host/host.api.ts'
import { ensureConfirmed } from '#ui/features/host/host-act.ts'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { T } from '#ui/kit/t.tsx'
import { api } from '#ui/platform/api-client.ts'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'

export const backupActs = {
	download: act({
		title: (_backup: HostBackup) => t('Take everything along?'),
		text: ({ bytes }) => (
			<>
				<p>
					<T
						text="These {size} hold <b>everything</b>: everybody's names, e-mail addresses and ratings, and <b>who rated whom</b>, which is shown nowhere else."
						size={sizeInWords(bytes)}
						b={<strong />}
					/>
				</p>
				<p>
					{t(
						'Keep it like the only car key: on a disk that is yours, never in a chat, and delete it once you no longer need it. The journal notes that you took it.',
					)}
				</p>
			</>
		),
		button: () => t('Download'),
		failure: t('The server does not answer. Please try again.'),
		call: async ({ name }) => {
			await ensureConfirmed()
			follow(backupAddress(name))
		},
		toast: () => ({ title: t('Download started'), description: t('Your browser takes it from here.') }),
	}),
	remove: act({
		title: (_backup: HostBackup) => t('Remove this backup?'),
		text: ({ at }) => (
			<p>
				<T
					text="The backup of <b>{moment}</b> is deleted from the disk, for good. What Backseat works with stays as it is. The journal notes it."
					moment={momentInWords(at)}
					b={<strong />}
				/>
			</p>
		),
		button: () => t('Remove it', { context: 'backup' }),
		danger: true,
		call: ({ name }) => api.send(removeBackup, { params: { name } }),
		toast: () => ({ title: t('Backup removed'), description: t('One spare wheel fewer in the boot.') }),
	}),
}

/** Clicks a link, so that the browser streams a file of any size to disk. */
function follow(address: string) {
	const link = document.createElement('a')
	link.href = address
	link.download = ''
	link.click()
}
