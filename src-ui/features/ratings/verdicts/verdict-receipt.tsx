import type { GivenRating } from '#contract/ratings.ts'
import { Receipt, ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { AnswerLines } from '#ui/features/ratings/impressions.tsx'
import { MendRatingButtons } from '#ui/features/ratings/mend/mend-rating-buttons.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { momentInWords } from './moment-in-words.ts'

/** One verdict: on whom, what, and when. */
export function VerdictReceipt({ verdict }: { verdict: GivenRating }) {
	const { driver } = verdict
	const name = nameOf(driver)
	return (
		<li>
			<Receipt torn="both">
				<BareLink
					to="/profile/$id"
					params={{ id: driver.id }}
					className="flex min-h-12 items-center gap-3 rounded-lg underline-offset-4 hover:underline"
				>
					<Avatar avatarId={driver.avatarId} name={name} />
					<span className="line-clamp-2 font-display text-xl leading-tight font-bold [overflow-wrap:anywhere]">
						{name}
					</span>
				</BareLink>
				<div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
					<StarRow value={verdict.starRating} />
					<time dateTime={verdict.createdAt} className="font-mono text-xs text-muted">
						{momentInWords(verdict.createdAt)}
					</time>
				</div>
				<ReceiptRule />
				<AnswerLines rating={verdict} />
				<div className="button-pair mt-4 empty:hidden">
					<MendRatingButtons rating={verdict} driverName={name} />
				</div>
			</Receipt>
		</li>
	)
}
