import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HostBackup, HostBackups } from '#contract/host/backups.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { useFocusAfterAct } from '#ui/features/host/lists/use-focus-after-act.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Skeleton } from '#ui/kit/feedback/skeleton.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { BackUpNow } from './back-up-now.tsx'
import { BackupReceipt, isDamaged } from './backup-receipt.tsx'
import { backupsQuery } from './backups.api.ts'
import { DownloadDialog } from './download-dialog.tsx'
import { RemoveBackup } from './remove-backup.tsx'
import { Restoring } from './restoring.tsx'
import './backups.css'

export const HostBackupsScreen = () => (
	<HostPage path="/host/backups" title="Backups" lead={<p>The spare wheel. Check the air before you need it.</p>}>
		<Boot />
	</HostPage>
)

function Boot() {
	const query = useQuery(backupsQuery)
	return (
		<Loaded
			query={query}
			loading="Opening the boot..."
			onTheWay={<OnTheWay />}
			failed={(error) => ({
				title: 'The boot does not open',
				text: serverMessage(error, 'Which backups there are could not be found out just now.'),
			})}
		>
			{(list) => <Backups list={list} isUnanswered={query.isError} />}
		</Loaded>
	)
}

function Backups({ list, isUnanswered }: { list: HostBackups; isUnanswered: boolean }) {
	const [asked, setAsked] = useState<HostBackup | null>(null)
	const [removing, setRemoving] = useState<HostBackup | null>(null)
	const there = useFocusAfterAct(list.backups)
	const acts = { onDownload: setAsked, onRemove: setRemoving }
	const older = list.backups.slice(SHOWN)
	return (
		<div className="backups">
			<BackUpNow list={list} isUnanswered={isUnanswered} />
			<section ref={there.list} tabIndex={-1} aria-labelledby="backups-there" className="backups-there outline-none">
				<h2 id="backups-there" className="sr-only">
					The backups there are
				</h2>
				{list.backups.length === 0 ? (
					<EmptyState title="No spare wheel yet">
						Unless somebody has switched that off, one is made every day, the first a minute after the start.
					</EmptyState>
				) : (
					<>
						<Receipts of={list.backups.slice(0, SHOWN)} {...acts} />
						{older.length > 0 ? (
							<details className="older-backups">
								<summary>{olderInWords(older)}</summary>
								<Receipts of={older} {...acts} />
							</details>
						) : null}
					</>
				)}
			</section>
			<Restoring {...list.restoring} newest={list.backups.find((backup) => !isDamaged(backup))?.name} />
			<DownloadDialog backup={asked} onClose={() => setAsked(null)} />
			<RemoveBackup backup={removing} onClose={() => setRemoving(null)} onClosed={there.noteAct} />
		</div>
	)
}

type ReceiptsProps = { of: HostBackup[]; onDownload: Act; onRemove: Act }
type Act = (backup: HostBackup) => void

function Receipts({ of, onDownload, onRemove }: ReceiptsProps) {
	return (
		<ul className="backup-list">
			{of.map((backup) => (
				<li key={backup.name}>
					<BackupReceipt backup={backup} onDownload={() => onDownload(backup)} onRemove={() => onRemove(backup)} />
				</li>
			))}
		</ul>
	)
}

/** More are seldom wanted, and the way back is below them. */
const SHOWN = 4

function olderInWords(older: HostBackup[]): string {
	const damaged = older.filter(isDamaged).length
	const count = older.length === 1 ? '1 older one' : `${older.length} older ones`
	return damaged === 0 ? count : `${count}, ${damaged} of them damaged`
}

function OnTheWay() {
	return (
		<div className="backups">
			<Skeleton className="h-28 rounded-xl" />
			<div className="backups-there backup-list">
				<Skeleton className="h-76 rounded-xl" />
				<Skeleton className="h-76 rounded-xl" />
			</div>
		</div>
	)
}
