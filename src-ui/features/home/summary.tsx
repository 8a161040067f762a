import type { Summary as SummaryWords } from '#contract/first-words/home.ts'
import { StarValue } from '#ui/kit/stars/star-value.tsx'

/** '4.8 ★ · 5 rides' */
export const Summary = ({ of: { stars, words } }: { of: SummaryWords }) => (
	<>
		{stars === null ? null : <StarValue value={stars} />}
		{words}
	</>
)
