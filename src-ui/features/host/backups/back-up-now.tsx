import { useState } from 'react'
import type { BackupUnderWay, HostBackups } from '#contract/host/backups.ts'
import { t } from '#contract/text.ts'
import { useBackUpNow } from '#ui/features/host/host.api.ts'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { CenterLineProgress } from '#ui/kit/page/center-line.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { momentInWords } from '#ui/platform/dates-and-figures.ts'

/** `isUnanswered`: the last request failed, so the list may be outdated. */
export function BackUpNow({ list, isUnanswered }: { list: HostBackups; isUnanswered: boolean }) {
	const { underWay, failure } = list
	const backUp = useBackUpNow()
	const isMade = useHasEnded(underWay) && failure === null
	return (
		<section aria-labelledby="back-up-now" className="back-up-now sticker sticker-flat bg-surface">
			<div className="min-w-0">
				<h2 id="back-up-now" className="text-xl">
					{/* Translators: 'a spare' is a spare wheel, for a backup */}
					{t('Pack a spare')}
				</h2>
				<p className="mt-1 text-[0.9375rem] text-muted">
					{t(
						'Backseat packs one every day by itself. Before you try something daring, pack another. Of those, the newest ten stay.',
					)}
				</p>
			</div>
			{/* Always rendered, so that it keeps the focus. */}
			<PendingButton isPending={backUp.isPending || underWay !== null} onPress={() => backUp.run()}>
				{underWay ? t('Backing up...') : t('Back up now')}
			</PendingButton>
			<div className="back-up-now-news">
				{underWay ? <Progress underWay={underWay} isUnanswered={isUnanswered} /> : null}
				{failure && !underWay ? <Failed failure={failure} /> : null}
				<p role="status" className={isMade ? 'font-semibold' : 'sr-only'}>
					{isMade ? t('Packed, and read to its last page.') : ''}
				</p>
				{backUp.error ? (
					<p role="alert" className="font-semibold text-bad">
						{serverMessage(backUp.error, t('The server does not answer. Please try again.'))}
					</p>
				) : null}
			</div>
		</section>
	)
}

function useHasEnded(underWay: BackupUnderWay | null): boolean {
	const [watched, setWatched] = useState(underWay?.startedAt ?? null)
	if (underWay && watched !== underWay.startedAt) setWatched(underWay.startedAt)
	return watched !== null && underWay === null
}

function Progress({ underWay, isUnanswered }: { underWay: BackupUnderWay; isUnanswered: boolean }) {
	const { state, bytes, ofBytes } = underWay
	const isCopying = state === 'copying'
	const percent = ofBytes === 0 ? 0 : Math.floor((bytes / ofBytes) * 100)
	return (
		<div>
			<CenterLineProgress
				label={t('The backup under way')}
				{...(isCopying ? { value: percent } : { isEndless: true })}
			/>
			<div className="mt-2 flex justify-between gap-3 text-sm font-semibold">
				<p role="status">{isCopying ? t('Copying everything') : t('Reading every page of it')}</p>
				{isCopying ? (
					<p className="font-mono">
						{t('{size} of {whole}', { size: sizeInWords(bytes), whole: sizeInWords(ofBytes) })}
					</p>
				) : null}
			</div>
			<p className="mt-1 text-sm text-muted">
				{isUnanswered
					? t('The server does not answer right now. We keep asking.')
					: t('It goes on without you: close this page, drive off, come back.')}
			</p>
		</div>
	)
}

function Failed({ failure: { at, reason } }: { failure: NonNullable<HostBackups['failure']> }) {
	return (
		<Notice tone="error" title={t('No backup was made')}>
			<p dir="auto" className="wrap-anywhere">
				{reason}
			</p>
			<p className="mt-1 text-muted">
				<time dateTime={at}>{momentInWords(at)}</time>
			</p>
		</Notice>
	)
}
