import type { Overview, Tally } from '#contract/host/overview.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { sizeInWords } from '#ui/features/host/size-in-words.ts'
import { Barcode } from '#ui/kit/page/receipt-parts.tsx'
import { agoInWords, figureInWords, momentInWords } from '#ui/platform/dates-and-figures.ts'
import { useMember } from '#ui/session/session-context.ts'

const SIGN_UP: Record<Overview['signup'], string> = {
	open: 'open to everybody',
	invite: 'by invitation',
	closed: 'closed',
}

/** `lit` is the number of warning lights. */
export function DashboardReceipt({ overview, lit }: { overview: Overview; lit: number }) {
	const waiting = useMember()?.reportsWaiting ?? 0
	const { people, ghosts, ratings, trips, dataBytes, newestBackupAt, signup, mail, version, upSince } = overview
	return (
		<Receipt torn="both">
			<h2 className="text-center font-mono text-base tracking-normal uppercase">Dashboard</h2>
			<ReceiptRule />
			<table className="overview-tally">
				<thead>
					<tr>
						<th className="sr-only">What</th>
						<th scope="col">In all</th>
						<th scope="col">This week</th>
					</tr>
				</thead>
				<tbody>
					<TallyRow name="People" tally={people} />
					<TallyRow name="Ghosts waiting" tally={ghosts} />
					<TallyRow name="Ratings" tally={ratings} />
				</tbody>
			</table>
			<ReceiptRule />
			<ReceiptLines>
				<ReceiptLine label="Warning lights" value={lit === 0 ? 'none' : `${lit} lit`} />
				<ReceiptLine
					label={waiting > 0 ? <strong>Reports waiting</strong> : 'Reports waiting'}
					value={waiting === 0 ? 'none' : waiting}
				/>
				<ReceiptLine label="Road trips" value={trips === 0 ? 'none' : figureInWords(trips)} />
				<ReceiptLine label="Sign-up" value={SIGN_UP[signup]} />
				<ReceiptLine label="Mail" value={mail ? 'goes out' : 'not set up'} />
				{dataBytes === null ? null : <ReceiptLine label="Data" value={sizeInWords(dataBytes)} />}
				<ReceiptLine label="Newest backup" value={newestBackupAt ? <Ago moment={newestBackupAt} /> : 'none yet'} />
				<ReceiptLine label="Engine on" value={<Ago moment={upSince} />} />
				<ReceiptLine label="Version" value={version} />
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
			<td>{tally.thisWeek === 0 ? '0' : `+${figureInWords(tally.thisWeek)}`}</td>
		</tr>
	)
}

const Ago = ({ moment }: { moment: string }) => (
	<time dateTime={moment} title={momentInWords(moment)}>
		{agoInWords(moment)}
	</time>
)
