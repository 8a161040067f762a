import type { GivenRating } from '#contract/ratings.ts'
import { t, tn } from '#contract/text.ts'
import { Button } from '#ui/kit/button.tsx'

type NewRepliesNoteProps = { answered: readonly GivenRating[]; further: number; onShow: () => void }

/** The live region is rendered empty first, so that screen readers announce replies that arrive later. */
export function NewRepliesNote({ answered, further, onShow }: NewRepliesNoteProps) {
	const drivers = new Set(answered.map(({ driver }) => driver.id)).size
	return (
		<div className="new-replies" data-none={(drivers === 0 && further === 0) || undefined}>
			<p role="status">
				{drivers > 0 ? <span className="block">{tn('# driver answered', '# drivers answered', drivers)}</span> : null}
				{further > 0 ? (
					<span className="block">{tn('# new answer is further down', '# new answers are further down', further)}</span>
				) : null}
			</p>
			{drivers > 0 ? (
				<Button variant="quiet" size="sm" className="-mx-2 px-2" onPress={onShow}>
					{/* Translators: goes to the only new answer, or to the first of several */}
					{answered.length === 1 ? t('Show it') : t('Show the first')}
				</Button>
			) : null}
		</div>
	)
}
