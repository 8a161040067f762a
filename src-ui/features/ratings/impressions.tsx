import { answersOf, type Impressions } from '#contract/impressions.ts'
import { ReceiptLine, ReceiptLines } from '#look/receipt.tsx'

/** What the rater tapped, in the words they tapped. */
export const AnswerLines = ({ rating }: { rating: Impressions }) => (
	<ReceiptLines>
		{answersOf(rating).map(({ question, answer }) => (
			<ReceiptLine key={question} label={question} value={answer} />
		))}
	</ReceiptLines>
)
