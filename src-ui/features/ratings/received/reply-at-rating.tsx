import { t } from '#contract/text.ts'
import { isStanding, type SeenRating } from '#ui/features/ratings/ratings.api.ts'
import { Reply, ReplySticker } from '#ui/features/ratings/replies/reply.tsx'
import { Button } from '#ui/kit/button.tsx'
import { useOwnRating, whichRating } from './own-ratings.tsx'

type ReplyAtRatingProps = { rating: SeenRating; driverName: string; isShort?: boolean }

/** For the driver it is one button before and after answering, so that the focus returns to it. */
export function ReplyAtRating({ rating, driverName, isShort = false }: ReplyAtRatingProps) {
	const own = useOwnRating(rating)
	if (!own) {
		if (!isStanding(rating) || !rating.reply) return null
		return <Reply driverName={driverName} sticker={rating.reply} isShort={isShort} />
	}
	const { reply } = own.rating
	const which = <span className="sr-only"> {whichRating(own.rating)} </span>
	const open = () => own.ask('answer')
	return (
		<Button
			variant="quiet"
			size="sm"
			className="rating-answer"
			data-answered={reply !== null || undefined}
			aria-haspopup="dialog"
			onPress={open}
			onKeyDown={(event) => {
				// Opens on keydown: React Aria treats the later click as a screen reader's and would not focus a sticker.
				if (event.key !== 'Enter' && event.key !== ' ') return
				event.preventDefault()
				open()
			}}
		>
			{reply ? (
				<>
					<span className="sr-only">{t('You answered:')} </span>
					<ReplySticker sticker={reply} />
					{which}
					<span className="rating-answer-act">{t('Change')}</span>
				</>
			) : (
				<>
					{/* Translators: a button, at most 16 characters */}
					{t('Answer', { context: 'verb' })}
					{which}
				</>
			)}
		</Button>
	)
}
