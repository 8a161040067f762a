import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { HostBackup, HostBackups } from '#contract/host/backups.ts'
import { t, tn } from '#contract/text.ts'
import { useActs } from '#ui/features/host/act-dialog.tsx'
import { backupsQuery } from '#ui/features/host/host.api.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { T } from '#ui/kit/t.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { BackUpNow } from './back-up-now.tsx'
import { type AskAboutBackup, BackupReceipt, isDamaged } from './backup-receipt.tsx'
import './backups.css'

export const HostBackupsScreen = () => (
	<HostPage
		path="/host/backups"
		title={t('Backups')}
		lead={t('Copies of everything here. Keep one on another disk, and check that it is good.')}
	>
		<Boot />
	</HostPage>
)

function Boot() {
	const query = useQuery(backupsQuery)
	return (
		<Loaded
			query={query}
			// Translators: the boot of a car, with the backups as spare wheels
			loading={t('Opening the boot...')}
			onTheWay={<OnTheWay />}
			failed={(error) => ({
				title: t('The boot does not open'),
				text: serverMessage(error, t('Which backups there are could not be found out just now.')),
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
					{t('The backups there are')}
				</h2>
				{list.backups.length === 0 ? (
					// Translators: there is no backup
					<EmptyState title={t('No spare wheel yet')}>
						{t(
							'Unless that is switched off, one is made every day, the first a minute after the start. Better than a bus ticket in the boot.',
						)}
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
	return damaged === 0
		? tn('# older one', '# older ones', older.length)
		: tn('# older one, {damaged} of them damaged', '# older ones, {damaged} of them damaged', older.length, { damaged })
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
				{t('Going back to one')}
			</h2>
			<p className="mt-1 text-muted">
				{isDesktop
					? t('A backup takes the place of everything that is here, so it takes somebody at the computer itself.')
					: t(
							'A backup takes the place of everything that is here, so it takes somebody at the computer itself, in a terminal.',
						)}
			</p>
			{isDesktop ? (
				<ol className="restoring-steps">
					<li>{t('Quit Backseat.')}</li>
					<li>
						<T
							text="Move every file whose name begins with {file} out of {folder}, and keep them."
							file={<code dir="ltr">backseat.db</code>}
							folder={<Place>{dataFolder}</Place>}
						/>
					</li>
					<li>
						<T
							text="Copy the backup from {folder} to there, and name the copy {file}."
							folder={<Place>{folder}</Place>}
							file={<code dir="ltr">backseat.db</code>}
						/>
					</li>
					<li>
						{t('Open Backseat.')} {AFTERWARDS}
					</li>
				</ol>
			) : (
				<ol className="restoring-steps">
					<li>{t('Stop Backseat.')}</li>
					<li>
						{t('Choose one:')} <Place>{`backseat backup list ${settings}`}</Place>
					</li>
					<li>
						{t('Put it in place:')} <Place>{`backseat backup restore ${newest} ${settings}`}</Place>
						{t('It is checked first, and what is here now is kept beside it.')}
					</li>
					<li>
						{t('Start Backseat.')} {AFTERWARDS}
					</li>
				</ol>
			)}
			<p className="mt-3 text-sm text-muted">
				<T
					text="The files lie in {folder}."
					folder={
						<span dir="ltr" className="font-mono wrap-anywhere">
							{folder}
						</span>
					}
				/>
			</p>
		</section>
	)
}

const AFTERWARDS = t('Everybody logs in once more, with the password of that day. Open invitations have ended.')

const Place = ({ children }: { children: string }) => (
	<code dir="ltr" className="restoring-place">
		{children}
	</code>
)
