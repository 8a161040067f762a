import type { ReactNode, Ref } from 'react'
import { headingOf, isLong, profileOf, spill } from '#contract/first-words/rating.ts'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { Delivery } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { Plate } from '#look/plate.tsx'
import { type RatingDraft, RatingFields, RatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { BackLink, BareLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { type Rated, type RatingMutation, rateKey, useRateDriver, whyNotSent } from './rate-driver.ts'
import { useRatingDraft } from './rating-draft.ts'

type PageParts = { onComplete: (rated: Rated) => void; lead?: ReactNode; aside?: ReactNode }

type RateDriverFormProps = PageParts & {
	driver: { id: UserId; name: string }
	raterId?: UserId
	delivery?: Delivery | undefined
}

export function RateDriverForm({ driver, raterId = GUEST_ID, delivery, ...parts }: RateDriverFormProps) {
	const rate = useRateDriver(driver, raterId, delivery)
	const words = delivery === 'evening' ? SEALING : { submit: spill(), ...SPILLING }
	return <RatingPage rate={rate} {...words} {...parts} />
}

const SPILLING = {
	// Translators: while 'Spill the tea' is under way
	submitting: t('Spilling the tea...'),
	// Translators: 'Spill the tea' has not worked
	notSent: t('The tea is still in the cup'),
}
export const SEALING = {
	// Translators: puts a rating into an envelope that is opened later
	submit: t('Seal it'),
	submitting: t('Sealing...'),
	notSent: t('It is not sealed yet'),
}

type RatingPageProps = PageParts & {
	rate: RatingMutation
	/** The rater's earlier answers. */
	said?: RatingDraft | undefined
	submit: string
	submitting: string
	notSent: string
	note?: ReactNode
}

/** The form of every rating, of a single ride or on a trip. */
export function RatingPage({
	rate,
	said,
	submit,
	submitting,
	notSent,
	onComplete,
	lead,
	aside,
	note,
}: RatingPageProps) {
	const [draft, change] = useRatingDraft(rate.subject, said)
	const form = useContractForm({
		schema: RatingForm,
		send: rate.mutate,
		onSent: onComplete,
		mutationKey: rateKey(rate.subject),
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
						{rate.isPending ? submitting : submit}
					</PendingButton>
				}
			>
				<div className="rating-fields">
					{note}
					<RatingFields draft={draft} onChange={change} field={form.field} />
					{trouble && !rate.isPending ? (
						<Notice tone="error" title={notSent}>
							{trouble}
						</Notice>
					) : null}
				</div>
			</Page>
		</form>
	)
}

export const DriverLead = ({ driver, name }: { driver: PublicUser; name: string }) => (
	<div className="driver-lead">
		<BackLink to="/home" />
		<BareLink to="/profile/$id" params={{ id: driver.id }} aria-label={profileOf(name)} className="driver-lead-profile">
			<DriverFace driver={driver} name={name} />
		</BareLink>
		<DriverHeading name={name} />
	</div>
)

export const DriverFace = ({ driver, name }: { driver: PublicUser; name: string }) => (
	<>
		<Avatar avatarId={driver.avatarId} name={name} isUnclaimedGhost={driver.isGhost} className="driver-lead-face" />
		<Plate className="driver-lead-plate">{name}</Plate>
	</>
)

export const DriverHeading = ({ name, ref }: { name: string; ref?: Ref<HTMLHeadingElement> }) => (
	<h1
		ref={ref}
		tabIndex={ref ? -1 : undefined}
		className={classNames('driver-heading', ref && 'outline-none', isLong(name) && 'driver-heading-long')}
	>
		{headingOf(name)}
	</h1>
)
