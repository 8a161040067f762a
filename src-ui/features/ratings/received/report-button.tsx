import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import type { SeenRating } from '#ui/features/ratings/ratings.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Menu } from '#ui/kit/overlays/menu.tsx'
import { MoreIcon } from '#ui/kit/overlays/more-menu.tsx'
import { useOwnRating, whichRating } from './own-ratings.tsx'
import { REPORT_WORDS } from './report-reasons.ts'

/** Good ratings are rarely reported, so above this many stars the action is in a menu, as in rows. */
const LOUD_UP_TO = 2

/** One button before and after reporting, so that the focus returns to it. */
export function ReportButton({ rating: seen, isInRow = false }: { rating: SeenRating; isInRow?: boolean }) {
	const own = useOwnRating(seen)
	if (!own) return null
	const { rating } = own
	const which = whichRating(rating)
	const act = { id: 'report', label: REPORT_IT, onAction: () => own.ask('report') }
	const label = rating.report ? REPORT_WORDS[rating.report] : REPORT_IT
	const isInMenu = !rating.report && (isInRow || rating.starRating > LOUD_UP_TO)
	return (
		<Menu
			label={t('More about this rating {which}', { which })}
			sections={[{ title: t('More'), items: [act] }]}
			trigger={(props) => (
				<Button
					{...(isInMenu ? props : { ref: props.ref, onPress: act.onAction })}
					variant="quiet"
					size="sm"
					className={classNames('rating-report', !rating.report && !isInMenu && 'rating-report-loud')}
					aria-label={isInMenu ? t('More about this rating {which}', { which }) : `${label} ${which}`}
				>
					{isInMenu ? <MoreIcon /> : label}
				</Button>
			)}
		/>
	)
}

const REPORT_IT = t('Not fair? Report it')
