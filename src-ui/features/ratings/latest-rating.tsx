import type { ReactNode } from 'react'
import type { DriverRating } from '#contract/ratings.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'

const ride = { smooth: 'Smooth', bumpy: 'Bumpy' }
const safety = { safe: 'Safe', unsafe: 'Unsafe' }
const vibe = { good: 'Good', off: 'Off' }

/** What the last passenger said, as a receipt. */
export function LatestRating({ rating }: { rating: DriverRating | null }) {
	return (
		<Receipt torn="both">
			<h2 className="text-center">Recent Ratings</h2>
			{rating ? (
				<>
					<div className="mt-3 text-center">
						<StarRow value={rating.starRating} />
						<p className="mt-1 font-mono text-xs text-muted">{dayInWords(rating.createdAt)}</p>
					</div>
					<ReceiptRule />
					<ReceiptLines>
						<ReceiptLine label={<Label>Ride quality</Label>} value={ride[rating.rideQuality]} />
						<ReceiptLine label={<Label>Safety feeling</Label>} value={safety[rating.safetyFeeling]} />
						<ReceiptLine label={<Label>Vibe quality</Label>} value={vibe[rating.vibeQuality]} />
					</ReceiptLines>
				</>
			) : (
				<>
					<ReceiptRule />
					<p className="text-center text-muted">No ratings yet. Be the first to rate!</p>
				</>
			)}
		</Receipt>
	)
}

/** The dotted leader means a colon; screen readers get one. */
const Label = ({ children }: { children: ReactNode }) => (
	<>
		{children}
		<span className="sr-only">: </span>
	</>
)

/** The day as the rating has it, not as the reader's time zone would shift it. */
const dayInWords = (day: string) =>
	new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
