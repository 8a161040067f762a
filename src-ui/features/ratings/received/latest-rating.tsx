import type { ReactNode } from 'react'
import { namedWords } from '#contract/impressions.ts'
import type { DriverRating } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { ReplyAtRating } from './reply-at-rating.tsx'
import { ReportButton } from './report-button.tsx'

export type LatestRatingProps = { rating: DriverRating | undefined; driverName: string; whenNone: string }

export function LatestRating({ rating, driverName, whenNone }: LatestRatingProps) {
	return (
		<Receipt torn="both">
			<h2 className="text-center">{t('Recent Ratings')}</h2>
			{rating ? (
				<>
					<div className="mt-3 text-center">
						<StarRow value={rating.starRating} />
						<p className="mt-1 font-mono text-xs text-muted">{dayInWords(rating.createdAt)}</p>
					</div>
					<ReceiptRule />
					<ReceiptLines>
						{namedWords(rating).map(({ name, word }) => (
							<ReceiptLine key={name} label={<Label>{name}</Label>} value={word} />
						))}
					</ReceiptLines>
					<div className="rating-acts">
						<ReplyAtRating rating={rating} driverName={driverName} />
						<ReportButton rating={rating} />
					</div>
				</>
			) : (
				<>
					<ReceiptRule />
					<p className="text-center text-muted">{whenNone}</p>
				</>
			)}
		</Receipt>
	)
}

/** Screen readers get a colon instead of the dotted leader. */
const Label = ({ children }: { children: ReactNode }) => (
	<>
		{children}
		<span className="sr-only">: </span>
	</>
)
