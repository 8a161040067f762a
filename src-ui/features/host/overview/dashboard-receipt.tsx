import type { Overview, Tally } from '#contract/host/overview.ts'
import { t, tn } from '#contract/text.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { Barcode } from '#ui/kit/page/receipt-parts.tsx'
import { agoInWords, figureInWords, momentInWords } from '#ui/platform/dates-and-figures.ts'
import { useMember } from '#ui/session/session-context.ts'

const SIGN_UP: Record<Overview['signup'], string> = {
	open: t('open to everybody', { context: 'sign-up' }),
	invite: t('by invitation', { context: 'sign-up' }),
	closed: t('closed', { context: 'sign-up' }),
}

/** `lit` is the number of warning lights. */
export function DashboardReceipt({ overview, lit }: { overview: Overview; lit: number }) {
	const waiting = useMember()?.reportsWaiting ?? 0
	const { people, ghosts, ratings, trips, dataBytes, newestBackupAt, signup, mail, version, upSince } = overview
	return (
		<Receipt torn="both">
			<h2 className="text-center font-mono text-base tracking-normal uppercase">{t('Dashboard')}</h2>
			<ReceiptRule />
			<table className="overview-tally">
				<thead>
					<tr>
						{/* Translators: the head of a column, for screen readers */}
						<th className="sr-only">{t('What')}</th>
						<th scope="col">{t('In all')}</th>
						<th scope="col">{t('This week')}</th>
					</tr>
				</thead>
				<tbody>
					<TallyRow name={t('People')} tally={people} />
					<TallyRow name={t('Ghosts waiting')} tally={ghosts} />
					<TallyRow name={t('Ratings')} tally={ratings} />
				</tbody>
			</table>
			<ReceiptRule />
			<ReceiptLines>
				<ReceiptLine
					label={t('Warning lights')}
					value={
						lit === 0
							? t('none', { context: 'warning lights' })
							: tn('# lit', '# lit', lit, { context: 'warning lights' })
					}
				/>
				<ReceiptLine
					label={waiting > 0 ? <strong>{t('Reports waiting')}</strong> : t('Reports waiting')}
					value={waiting === 0 ? t('none', { context: 'reports' }) : waiting}
				/>
				<ReceiptLine
					label={t('Road trips')}
					value={trips === 0 ? t('none', { context: 'road trips' }) : figureInWords(trips)}
				/>
				<ReceiptLine label={t('Sign-up')} value={SIGN_UP[signup]} />
				<ReceiptLine
					label={t('Mail')}
					value={mail ? t('goes out', { context: 'mail' }) : t('not set up', { context: 'mail' })}
				/>
				{dataBytes === null ? null : <ReceiptLine label={t('Data')} value={sizeInWords(dataBytes)} />}
				<ReceiptLine
					label={t('Newest backup')}
					value={newestBackupAt ? <Ago moment={newestBackupAt} /> : t('none yet', { context: 'backup' })}
				/>
				{/* Translators: how long the server has been running */}
				<ReceiptLine label={t('Engine on')} value={<Ago moment={upSince} />} />
				<ReceiptLine label={t('Version')} value={version} />
			</ReceiptLines>
			<div className="mt-6">
				<Barcode seed={upSince} />
			</div>
		</Receipt>
	)
}

function TallyRow({ name, tally }: { name: string; tally: Tally }) {
	return (
		<tr>
			<th scope="row">{name}</th>
			<td>{figureInWords(tally.all)}</td>
			<td>
				<bdi dir="ltr">{tally.thisWeek === 0 ? '0' : `+${figureInWords(tally.thisWeek)}`}</bdi>
			</td>
		</tr>
	)
}

const Ago = ({ moment }: { moment: string }) => (
	<time dateTime={moment} title={momentInWords(moment)}>
		{agoInWords(moment)}
	</time>
)
