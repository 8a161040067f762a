import type { ReactNode } from 'react'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Delivery } from '#contract/ratings.ts'
import { RatingFields, RatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { type Rated, rateKey, useRateDriver, whyNotSent } from './rate-driver.ts'
import { useRatingDraft } from './rating-draft.ts'

export type RateDriverFormProps = {
	driver: { id: UserId; name: string }
	raterId?: UserId
	delivery?: Delivery | undefined
	onComplete: (rated: Rated) => void
	lead?: ReactNode
	aside?: ReactNode
}

export function RateDriverForm({ driver, raterId = GUEST_ID, delivery, onComplete, lead, aside }: RateDriverFormProps) {
	const driverId = driver.id
	const [draft, change] = useRatingDraft(driverId)
	const rate = useRateDriver(driver)
	const form = useContractForm({
		schema: RatingForm,
		send: (verdict, handlers) =>
			rate.mutate({ driverId, raterId, ...verdict, ...(delivery && { delivery }) }, handlers),
		onSent: onComplete,
		mutationKey: rateKey(driverId),
	})
	const trouble = whyNotSent(rate.error)

	return (
		<form {...form.props} className="contents">
			<Page
				lead={lead}
				aside={aside}
				actionBelow="form"
				action={
					<PendingButton type="submit" isBlock isPending={rate.isPending}>
						{rate.isPending ? 'Spilling the tea...' : 'Spill the tea'}
					</PendingButton>
				}
			>
				<div className="flex flex-col gap-4 max-md:[@media(max-height:47.99rem)]:gap-2.5">
					<RatingFields draft={draft} onChange={change} field={form.field} />
					{trouble && !rate.isPending ? (
						<Notice tone="error" title="The tea is still in the cup">
							{trouble}
						</Notice>
					) : null}
				</div>
			</Page>
		</form>
	)
}
