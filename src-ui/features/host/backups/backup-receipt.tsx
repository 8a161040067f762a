import type { HostBackup } from '#contract/host/backups.ts'
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
	daily: 'the daily one',
	manual: 'by hand',
	'before-migration': 'before an update',
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
					<ReceiptLine label="Made" value={KINDS[kind]} />
					<ReceiptLine label="Size" value={sizeInWords(bytes)} />
					<ReceiptLine label="Read through" value={verifiedAt ? agoInWords(verifiedAt) : 'not yet'} />
				</ReceiptLines>
				<p className="mt-3 font-mono text-xs wrap-anywhere text-muted">{name}</p>
				{problem ? <p className="backup-problem">{problem}</p> : null}
				{verify.error ? (
					<p role="alert" className="backup-problem">
						{serverMessage(verify.error, 'The server does not answer. Please try again.')}
					</p>
				) : null}
				<div className="button-pair mt-4">
					<PendingButton
						variant="secondary"
						size="sm"
						aria-label={`Verify the backup of ${momentInWords(at)}`}
						isPending={verify.isPending || isBeingVerified}
						onPress={() => verify.run()}
					>
						{isBeingVerified ? 'Reading...' : 'Verify'}
					</PendingButton>
					<Button
						variant="secondary"
						size="sm"
						aria-label={`Download the backup of ${momentInWords(at)}`}
						onPress={() => onAsk(backupActs.download, backup)}
					>
						Download
					</Button>
					{kind === 'manual' ? (
						<Button
							variant="quiet"
							size="sm"
							className="col-span-full justify-self-center"
							aria-label={`Remove the backup of ${momentInWords(at)}`}
							onPress={() => onAsk(backupActs.remove, backup)}
						>
							Remove
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
		? (['reading', 'Reading'] as const)
		: isDamaged(backup)
			? (['bad', 'Damaged'] as const)
			: verifiedAt
				? (['good', 'Verified'] as const)
				: (['open', 'Not verified'] as const)
	return (
		<p role="status" data-state={state} className="backup-stamp">
			{words}
		</p>
	)
}
