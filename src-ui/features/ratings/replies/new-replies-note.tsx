import type { GivenRating } from '#contract/ratings.ts'
import { Button } from '#ui/kit/button.tsx'

type NewRepliesNoteProps = { answered: readonly GivenRating[]; further: number; onShow: () => void }

/** The live region is rendered empty first, so that screen readers announce replies that arrive later. */
export function NewRepliesNote({ answered, further, onShow }: NewRepliesNoteProps) {
	const drivers = new Set(answered.map(({ driver }) => driver.id)).size
	return (
		<div className="new-replies" data-none={(drivers === 0 && further === 0) || undefined}>
			<p role="status">
				{drivers > 0 ? (
					<span className="block">{drivers === 1 ? '1 driver answered' : `${drivers} drivers answered`}</span>
				) : null}
				{further > 0 ? <span className="block">{furtherInWords(further)}</span> : null}
			</p>
			{drivers > 0 ? (
				<Button variant="quiet" size="sm" className="-mx-2 px-2" onPress={onShow}>
					{answered.length === 1 ? 'Show it' : 'Show the first'}
				</Button>
			) : null}
		</div>
	)
}

const furtherInWords = (count: number) =>
	count === 1 ? '1 new answer is further down' : `${count} new answers are further down`
