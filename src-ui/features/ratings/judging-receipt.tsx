import { queryOptions } from '@tanstack/react-query'
import { getJudging, type Judging } from '#contract/judging.ts'
import { t } from '#contract/text.ts'
import { Receipt } from '#look/receipt.tsx'
import { JudgingFigures } from '#ui/features/ratings/judging-figures.tsx'
import { api } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'

/** Kept out of ratings.api.ts, which every page loads. */
export const judgingQuery = queryOptions({
	queryKey: ratingKeys.judging,
	queryFn: () => api.send(getJudging),
	staleTime: 2000,
})

const HEADING_ID = 'how-you-judge'

export function JudgingReceipt({ judging }: { judging: Judging | undefined }) {
	if (!judging?.kind) return null
	return (
		<section aria-labelledby={HEADING_ID} className="mb-6">
			<Receipt torn="both">
				<h2 id={HEADING_ID} className="text-center text-2xl">
					{t('How you judge')}
				</h2>
				<p className="mb-5 text-center text-sm text-muted">{t('Only you see this.')}</p>
				<JudgingFigures judging={judging} />
			</Receipt>
		</section>
	)
}
