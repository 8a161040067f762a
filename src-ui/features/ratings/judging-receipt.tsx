import { queryOptions } from '@tanstack/react-query'
import { getJudging, JUDGE_KINDS, type Judging } from '#contract/judging.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { ratingKeys } from '#ui/features/ratings/ratings.keys.ts'
import { formatStars, StarValue } from '#ui/kit/stars/star-value.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { api } from '#ui/platform/api-client.ts'
import { figureInWords } from '#ui/platform/dates-and-figures.ts'

/** Not in ratings.api.ts, which every page loads. The list waits for it, and does without it where it fails. */
export const judgingQuery = queryOptions({
	queryKey: ratingKeys.judging,
	queryFn: () => api.send(getJudging),
	staleTime: 2000,
})

const HEADING_ID = 'how-you-judge'

/** On top of one's own verdicts: what kind of judge gave them. */
export function JudgingReceipt({ judging }: { judging: Judging | undefined }) {
	if (!judging?.kind) return null
	const { verdicts, averageStar, favouriteStar, kinderBy } = judging
	const { name, line } = JUDGE_KINDS[judging.kind]
	return (
		<section aria-labelledby={HEADING_ID} className="mb-6">
			<Receipt torn="both">
				<h2 id={HEADING_ID} className="text-center text-2xl">
					How you judge
				</h2>
				<p className="text-center text-sm text-muted">Only you see this.</p>
				<div className="mt-5 flex flex-col items-center gap-4 text-center">
					<p className="max-w-full -rotate-3 rounded-xl border-3 border-dusk px-4 pt-2 pb-1.5 font-plate text-2xl leading-none font-extrabold tracking-wide text-balance text-dusk uppercase outline-1 -outline-offset-6 outline-dusk">
						{name}
					</p>
					<p className="text-balance">{line}</p>
				</div>
				<ReceiptRule />
				<ReceiptLines>
					<ReceiptLine label="Verdicts" value={figureInWords(verdicts)} />
					<ReceiptLine label="Mean" value={<StarValue value={averageStar} />} />
					<ReceiptLine label="Given most" value={<StarRow value={favouriteStar ?? 0} size="tiny" />} />
				</ReceiptLines>
				<ReceiptRule />
				<p className="text-center text-sm text-balance">{besideOthers(kinderBy)}</p>
			</Receipt>
		</section>
	)
}

function besideOthers(kinderBy: number | null): string {
	if (kinderBy === null) return 'Too few others have rated your drivers to compare you with them.'
	const stars = formatStars(Math.abs(kinderBy))
	if (stars === '0.0') return 'You judge just like the others who rated the same drivers.'
	return kinderBy > 0
		? `You are ${stars} stars kinder than the others who rated the same drivers.`
		: `You are ${stars} stars harsher than the others who rated the same drivers.`
}
