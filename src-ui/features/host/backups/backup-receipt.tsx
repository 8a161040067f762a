import type { HostBackup } from '#contract/host/backups.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import type { Act } from '#ui/features/host/act-dialog.tsx'
import { useVerify } from '#ui/features/host/host.api.ts'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { Button } from '#ui/kit/button.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { agoInWords, momentInWords } from '#ui/platform/dates-and-figures.ts'
import { backupActs } from './backup-acts.tsx'

const KINDS: Record<HostBackup['kind'], string> = {
	daily: t('the daily one', { context: 'backup' }),
	manual: t('by hand', { context: 'backup' }),
	'before-migration': t('before an update', { context: 'backup' }),
}

export type AskAboutBackup = (act: Act<HostBackup>, backup: HostBackup) => void

type BackupReceiptProps = { backup: HostBackup; onAsk: AskAboutBackup }

export function BackupReceipt({ backup, onAsk }: BackupReceiptProps) {
	const { name, at, kind, bytes, verifiedAt, isBeingVerified, problem } = backup
	const verify = useVerify(name)
	const id = `backup-${name}`
	return (
		<article aria-labelledby={id}>
			<Receipt>
				<div className="flex items-start justify-between gap-3">
					<div className="min-w-0">
						<h3 id={id} className="text-xl">
							{agoInWords(at)}
						</h3>
						<p className="font-mono text-sm text-muted">
							<time dateTime={at}>{momentInWords(at)}</time>
						</p>
					</div>
					<Stamp backup={backup} />
				</div>
				<ReceiptRule />
				<ReceiptLines>
					<ReceiptLine label={t('Made', { context: 'backup' })} value={KINDS[kind]} />
					<ReceiptLine label={t('Size')} value={sizeInWords(bytes)} />
					<ReceiptLine
						label={t('Read through')}
						value={verifiedAt ? agoInWords(verifiedAt) : t('not yet', { context: 'read through' })}
					/>
				</ReceiptLines>
				<p dir="ltr" className="mt-3 font-mono text-xs wrap-anywhere text-muted">
					{name}
				</p>
				{problem ? (
					<p dir="auto" className="backup-problem">
						{problem}
					</p>
				) : null}
				{verify.error ? (
					<p role="alert" className="backup-problem">
						{serverMessage(verify.error, t('The server does not answer. Please try again.'))}
					</p>
				) : null}
				<div className="button-pair mt-4">
					<PendingButton
						variant="secondary"
						size="sm"
						aria-label={
							isBeingVerified
								? t('Reading the backup of {moment}', { moment: momentInWords(at) })
								: t('Verify the backup of {moment}', { moment: momentInWords(at) })
						}
						isPending={verify.isPending || isBeingVerified}
						onPress={() => verify.run()}
					>
						{isBeingVerified ? t('Reading...') : t('Verify')}
					</PendingButton>
					<Button
						variant="secondary"
						size="sm"
						aria-label={t('Download the backup of {moment}', { moment: momentInWords(at) })}
						onPress={() => onAsk(backupActs.download, backup)}
					>
						{t('Download')}
					</Button>
					{kind === 'manual' ? (
						<Button
							variant="quiet"
							size="sm"
							className="col-span-full justify-self-center"
							aria-label={t('Remove the backup of {moment}', { moment: momentInWords(at) })}
							onPress={() => onAsk(backupActs.remove, backup)}
						>
							{t('Remove')}
						</Button>
					) : null}
				</div>
			</Receipt>
		</article>
	)
}

export const isDamaged = ({ isWhole, problem }: HostBackup) => problem !== null || !isWhole

/** The state as one word in a live region, because a verification finishes by itself. */
function Stamp({ backup }: { backup: HostBackup }) {
	const { verifiedAt, isBeingVerified } = backup
	const [state, words] = isBeingVerified
		? (['reading', t('Reading', { context: 'backup' })] as const)
		: isDamaged(backup)
			? (['bad', t('Damaged', { context: 'backup' })] as const)
			: verifiedAt
				? (['good', t('Verified', { context: 'backup' })] as const)
				: (['open', t('Not verified', { context: 'backup' })] as const)
	return (
		<p role="status" data-state={state} className="backup-stamp">
			{words}
		</p>
	)
}
