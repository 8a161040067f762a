import type { ReactNode, Ref } from 'react'
import type { PublicUser } from '#contract/accounts.ts'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Delivery } from '#contract/ratings.ts'
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
	const words = delivery === 'evening' ? SEALING : SPILLING
	return <RatingPage rate={rate} {...words} {...parts} />
}

const SPILLING = {
	submit: 'Spill the tea',
	submitting: 'Spilling the tea...',
	notSent: 'The tea is still in the cup',
}
export const SEALING = { submit: 'Seal it', submitting: 'Sealing...', notSent: 'It is not sealed yet' }

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
				<div className="flex flex-col gap-4 max-md:[@media(max-height:47.99rem)]:gap-2.5">
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
	<div className="relative mb-2.5 flex flex-col items-center gap-2 text-center max-md:[@media(min-height:48rem)]:mb-4 md:mb-4 md:gap-4">
		<BackLink to="/home" className="absolute top-0 left-0" />
		<BareLink
			to="/profile/$id"
			params={{ id: driver.id }}
			aria-label={`Profile of ${name}`}
			className="flex max-w-[calc(100%-5.5rem)] flex-col items-center rounded-lg md:max-w-full"
		>
			<DriverFace driver={driver} name={name} />
		</BareLink>
		<DriverHeading name={name} />
	</div>
)

export const DriverFace = ({ driver, name }: { driver: PublicUser; name: string }) => (
	<>
		<Avatar
			avatarId={driver.avatarId}
			name={name}
			isUnclaimedGhost={driver.isGhost}
			className="size-[min(3.25rem,17vw)] max-md:[@media(min-height:48rem)]:size-[min(5rem,26vw)] md:size-32"
		/>
		<Plate className="-mt-1.5 md:-mt-4">{name}</Plate>
	</>
)

/** Longer names get a smaller heading so that the stars stay on the first screen. */
const LONG_NAME = 24

export const DriverHeading = ({ name, ref }: { name: string; ref?: Ref<HTMLHeadingElement> }) => (
	<h1
		ref={ref}
		tabIndex={ref ? -1 : undefined}
		className={classNames('max-w-full wrap-anywhere', ref && 'outline-none', name.length > LONG_NAME && 'text-2xl')}
	>
		{name}'s Driving Today
	</h1>
)
