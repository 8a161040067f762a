import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HostBackup, HostBackups } from '#contract/host/backups.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { useFocusAfterAct } from '#ui/features/host/lists/use-focus-after-act.ts'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
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

/** Not suspended: the way to the other parts stays while this loads or fails. */
function Boot() {
	const { data, error, isError, isFetching, refetch } = useQuery(backupsQuery)
	if (data) return <Backups list={data} isUnanswered={isError} />
	return isError && !isFetching ? <Locked error={error} onTryAgain={() => void refetch()} /> : <OnTheWay />
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
			<p role="status" className="sr-only">
				Opening the boot...
			</p>
			<Skeleton className="h-28 rounded-xl" />
			<div className="backups-there backup-list">
				<Skeleton className="h-76 rounded-xl" />
				<Skeleton className="h-76 rounded-xl" />
			</div>
		</div>
	)
}

function Locked({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
	return (
		<Notice
			tone="error"
			title="The boot does not open"
			action={
				<Button variant="secondary" size="sm" onPress={onTryAgain}>
					Try again
				</Button>
			}
		>
			{serverMessage(error, 'Which backups there are could not be found out just now.')}
		</Notice>
	)
}
