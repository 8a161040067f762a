import { JUDGE_KINDS, type Judging } from '#contract/judging.ts'
import { t } from '#contract/text.ts'
import { ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { formatStars, StarValue } from '#ui/kit/stars/star-value.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { figureInWords } from '#ui/platform/dates-and-figures.ts'

export function JudgingFigures({ judging }: { judging: Judging }) {
	const { verdicts, averageStar, favouriteStar, kinderBy, kind } = judging
	if (!kind) return null
	const { name, line } = JUDGE_KINDS[kind]
	return (
		<>
			<div className="flex flex-col items-center gap-4 text-center">
				<p className="max-w-full -rotate-3 rounded-xl border-3 border-dusk px-4 pt-2 pb-1.5 font-plate text-2xl leading-none font-extrabold tracking-wide text-balance text-dusk uppercase outline-1 -outline-offset-6 outline-dusk">
					{name()}
				</p>
				<p className="text-balance">{line()}</p>
			</div>
			<ReceiptRule />
			<ReceiptLines>
				<ReceiptLine label={t('Verdicts')} value={figureInWords(verdicts)} />
				<ReceiptLine label={t('Mean', { context: 'average' })} value={<StarValue value={averageStar} />} />
				{/* Translators: the number of stars that somebody gives most often */}
				<ReceiptLine label={t('Given most')} value={<StarRow value={favouriteStar ?? 0} size="tiny" />} />
			</ReceiptLines>
			<ReceiptRule />
			<p className="text-center text-sm text-balance">{besideOthers(kinderBy)}</p>
		</>
	)
}

function besideOthers(kinderBy: number | null): string {
	if (kinderBy === null) return t('Too few others have rated your drivers to compare you with them.')
	const stars = formatStars(Math.abs(kinderBy))
	if (stars === formatStars(0)) return t('You judge just like the others who rated the same drivers.')
	return kinderBy > 0
		? // Translators: {stars} has one decimal, as 0.6
			t('You are {stars} stars kinder than the others who rated the same drivers.', { stars })
		: // Translators: {stars} has one decimal, as 0.6
			t('You are {stars} stars harsher than the others who rated the same drivers.', { stars })
}
