import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { HostBackup, HostBackups } from '#contract/host/backups.ts'
import { useActs } from '#ui/features/host/act-dialog.tsx'
import { backupsQuery } from '#ui/features/host/host.api.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { BackUpNow } from './back-up-now.tsx'
import { type AskAboutBackup, BackupReceipt, isDamaged } from './backup-receipt.tsx'
import './backups.css'

export const HostBackupsScreen = () => (
	<HostPage
		path="/host/backups"
		title="Backups"
		lead="Copies of everything here. Keep one on another disk, and check that it is good."
	>
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
	const there = useRef<HTMLElement>(null)
	const { ask, dialog } = useActs<HostBackup>({
		rows: list.backups,
		focus: () => there.current,
		isDismissable: true,
		refreshes: true,
	})
	const older = list.backups.slice(SHOWN)
	return (
		<div className="backups">
			<BackUpNow list={list} isUnanswered={isUnanswered} />
			<section ref={there} tabIndex={-1} aria-labelledby="backups-there" className="backups-there outline-none">
				<h2 id="backups-there" className="sr-only">
					The backups there are
				</h2>
				{list.backups.length === 0 ? (
					<EmptyState title="No spare wheel yet">
						Unless that is switched off, one is made every day, the first a minute after the start. Better than a bus
						ticket in the boot.
					</EmptyState>
				) : (
					<>
						<Receipts of={list.backups.slice(0, SHOWN)} onAsk={ask} />
						{older.length > 0 ? (
							<details className="older-backups">
								<summary>{olderInWords(older)}</summary>
								<Receipts of={older} onAsk={ask} />
							</details>
						) : null}
					</>
				)}
			</section>
			<Restoring {...list.restoring} newest={list.backups.find((backup) => !isDamaged(backup))?.name} />
			{dialog}
		</div>
	)
}

type ReceiptsProps = { of: HostBackup[]; onAsk: AskAboutBackup }

function Receipts({ of, onAsk }: ReceiptsProps) {
	return (
		<ul className="backup-list">
			{of.map((backup) => (
				<li key={backup.name}>
					<BackupReceipt backup={backup} onAsk={onAsk} />
				</li>
			))}
		</ul>
	)
}

/** Older backups are rarely needed and would push the restore instructions out of sight. */
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

type Places = HostBackups['restoring'] & { newest: string | undefined }

/** Restoring replaces all data, so it requires access to the machine. */
function Restoring({ isDesktop, folder, dataFolder, settings, newest = 'NAME' }: Places) {
	return (
		<section aria-labelledby="restoring" className="restoring">
			<h2 id="restoring" className="text-xl">
				Going back to one
			</h2>
			<p className="mt-1 text-muted">
				A backup takes the place of everything that is here, so it takes somebody at the computer itself
				{isDesktop ? '.' : ', in a terminal.'}
			</p>
			{isDesktop ? (
				<ol className="restoring-steps">
					<li>Quit Backseat.</li>
					<li>
						Move every file whose name begins with <code>backseat.db</code> out of <Place>{dataFolder}</Place>, and keep
						them.
					</li>
					<li>
						Copy the backup from <Place>{folder}</Place> to there, and name the copy <code>backseat.db</code>.
					</li>
					<li>Open Backseat. {AFTERWARDS}</li>
				</ol>
			) : (
				<ol className="restoring-steps">
					<li>Stop Backseat.</li>
					<li>
						Choose one: <Place>{`backseat backup list ${settings}`}</Place>
					</li>
					<li>
						Put it in place: <Place>{`backseat backup restore ${newest} ${settings}`}</Place>
						It is checked first, and what is here now is kept beside it.
					</li>
					<li>Start Backseat. {AFTERWARDS}</li>
				</ol>
			)}
			<p className="mt-3 text-sm text-muted">
				The files lie in <span className="font-mono wrap-anywhere">{folder}</span>.
			</p>
		</section>
	)
}

const AFTERWARDS = 'Everybody logs in once more, with the password of that day. Open invitations have ended.'

const Place = ({ children }: { children: string }) => <code className="restoring-place">{children}</code>
