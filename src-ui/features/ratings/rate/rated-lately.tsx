import type { RecentRating, VisibleUser } from '#contract/accounts.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { useEditRating } from '#ui/features/ratings/edit/edit-rating-menu.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { agoInWords } from '#ui/platform/dates-and-figures.ts'
import { DriverLead } from './rate-driver-form.tsx'

export type RatedLatelyProps = {
	driver: VisibleUser
	rating: RecentRating
	onChanged: (rating: OwnRating) => void
	onAnotherRide: () => void
}

/** Comes before the form, because a second verdict within hours is usually meant to correct the first. */
export function RatedLately({ driver, rating, onChanged, onAnotherRide }: RatedLatelyProps) {
	const name = nameOf(driver)
	const { change, dialogs } = useEditRating({ rating, driverName: name, onChanged })
	return (
		<Page
			lead={<DriverLead driver={driver} name={name} />}
			actionBelow="content"
			action={
				<>
					{change ? (
						<Button isBlock onPress={change}>
							{t('Change it')}
						</Button>
					) : null}
					<Button isBlock variant="secondary" onPress={onAnotherRide}>
						{t('It was another ride')}
					</Button>
				</>
			}
		>
			<div className="flex flex-col items-center gap-3 py-4 text-center">
				<StarRow value={rating.starRating} />
				<p role="status" className="font-display text-xl font-bold wrap-anywhere">
					{/* Translators: {ago} is '4 minutes ago' */}
					{t('You rated {driver} {ago}.', { driver: name, ago: agoInWords(rating.createdAt) })}
				</p>
				<p className="text-muted">{t('One ride, one verdict. The way back counts as another.')}</p>
			</div>
			{dialogs}
		</Page>
	)
}
