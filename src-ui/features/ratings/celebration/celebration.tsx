import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import type { VisibleUser } from '#contract/accounts.ts'
import { Moment } from '#contract/ids.ts'
import { jokeOfText } from '#contract/my-receipt.ts'
import { RatingImpressions } from '#contract/ratings.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { EditRatingButtons } from '#ui/features/ratings/edit/edit-rating-buttons.tsx'
import { savedRating } from '#ui/features/ratings/ratings.api.ts'
import { FreshVerdict, SealedMark } from '#ui/features/ratings/verdict-receipts.tsx'
import { userQuery } from '#ui/features/sign-in/session/accounts.api.ts'
import type { KindNewsProps } from '#ui/features/stats/kind-news.tsx'
import type { SeePictureProps, SharePictureProps } from '#ui/features/stats/share/share-picture.tsx'
import { Button } from '#ui/kit/button.tsx'
import { CookiesBlocked, hasCookies } from '#ui/kit/feedback/cookies-blocked.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember } from '#ui/session/session-context.ts'
import { keepJoke, keptJoke } from './kept-celebration.ts'
import { messageFor, poolFor } from './phrases.ts'
import { receiptToShare } from './receipt-to-share.ts'
import { SaveRating } from './save-rating.tsx'

export const FinishedRating = v.object({
	...RatingImpressions.entries,
	createdAt: Moment,
	sealed: v.optional(v.boolean(), false),
})
export type FinishedRating = v.InferOutput<typeof FinishedRating>

export type CelebrationProps = {
	driver: VisibleUser
	rating: FinishedRating
	onChanged: (rating: FinishedRating) => void
	onGone: () => void
}

export function Celebration({ driver, rating, onChanged, onGone }: CelebrationProps) {
	const member = useMember()
	const track = useTrack()
	const canShare = useCanShare(driver)
	const { data: saved } = useQuery(savedRating(rating.id))
	const message = useJoke(rating, saved)
	const name = nameOf(driver)
	const canFindAgain = member !== null || hasCookies()

	return (
		<Page
			lead={
				<div className="transition duration-250 ease-spring starting:-translate-y-8 starting:opacity-0">
					<FreshVerdict
						driverName={name}
						heading={message}
						rating={rating}
						news={
							rating.sealed ? <SealedUntil /> : <WhatItChanged driver={driver} rating={rating} className="md:hidden" />
						}
					>
						Thanks for rating.
					</FreshVerdict>
				</div>
			}
			action={
				<>
					{rating.sealed ? (
						<LinkButton to="/home" isBlock>
							Back to Home
						</LinkButton>
					) : (
						<SendReceipt driver={driver} rating={rating} message={message} />
					)}
					<div className="button-pair empty:hidden">
						{canShare ? (
							<LinkButton
								to="/share-ghost/$id"
								params={{ id: driver.id }}
								variant="secondary"
								size="sm"
								onClick={() =>
									track('share_verdict_clicked', {
										user_id: member?.id ?? null,
										driver_id: driver.id,
										driver_name: name,
									})
								}
							>
								Share the Verdict
							</LinkButton>
						) : null}
						{canFindAgain ? (
							<SaveRating ratingId={rating.id} driverId={driver.id} variant="secondary" size="sm" />
						) : null}
					</div>
					<div className="flex flex-wrap justify-center gap-x-4">
						<LinkButton to="/profile/$id" params={{ id: driver.id }} variant="quiet" size="sm">
							View Driver Profile
						</LinkButton>
						{rating.sealed ? null : (
							<LinkButton to="/home" variant="quiet" size="sm">
								Back to Home
							</LinkButton>
						)}
					</div>
				</>
			}
			actionBelow="content"
			aside={
				<div className="mt-4 flex flex-wrap items-center justify-center gap-x-1 border-hairline border-dashed md:mt-5 md:border-t-2 md:pt-5">
					<SharePictureOfCard driver={driver} />
					{canFindAgain ? (
						<EditRatingButtons
							variant="quiet"
							rating={rating}
							driverName={name}
							onChanged={onChanged}
							onGone={onGone}
						/>
					) : (
						<CookiesBlocked>Your verdict counts, but this browser cannot find, change or save it later.</CookiesBlocked>
					)}
					{member || !canFindAgain ? null : (
						<LinkButton to="/verdicts" variant="quiet" size="sm">
							My verdicts
						</LinkButton>
					)}
					{rating.sealed ? null : (
						<WhatItChanged driver={driver} rating={rating} className="basis-full max-md:hidden" />
					)}
				</div>
			}
		>
			<PageTitle>{`The verdict on ${name}`}</PageTitle>
		</Page>
	)
}

// Loaded late: the QR code library must not delay the rating form.
const sharePicture = latePart<SharePictureProps>(() =>
	import('#ui/features/stats/share/share-picture.tsx').then(({ SharePicture }) => SharePicture),
)
const cardPictureOffers = latePart<{ driver: VisibleUser }>(() =>
	import('#ui/features/stats/share/share-picture.tsx').then(({ CardPictureOffers }) => CardPictureOffers),
)
const seePictureFirst = latePart<SeePictureProps>(() =>
	import('#ui/features/stats/share/share-picture.tsx').then(({ SeePictureFirst }) => SeePictureFirst),
)

function SendReceipt({ driver, rating, message }: { driver: VisibleUser; rating: FinishedRating; message: string }) {
	const SharePicture = useLatePart(sharePicture, true)
	const SeePictureFirst = useLatePart(seePictureFirst, true)
	const joke = jokeOfText(message)
	const picture = joke && receiptToShare(driver, rating, joke)
	const about = useId()
	// Reserves its height, because late content must not move buttons under a finger.
	return (
		<div className="flex flex-col gap-1.5 text-center">
			{SharePicture && picture ? (
				<SharePicture picture={picture} isBlock aria-describedby={about} />
			) : (
				<Button isBlock isDisabled>
					Send my receipt
				</Button>
			)}
			<div className="flex flex-wrap items-center justify-center gap-x-1">
				<p id={about} className="text-sm text-muted">
					This shows that it was you.
				</p>
				<span className="-my-2 empty:hidden">
					{SeePictureFirst && picture ? (
						<SeePictureFirst picture={picture} label="See it first" variant="quiet" size="sm" />
					) : null}
				</span>
			</div>
		</div>
	)
}

const SealedUntil = () => (
	<div className="mt-4 flex flex-col items-center gap-2 text-center">
		<SealedMark />
		<p className="max-w-80 text-sm text-muted">
			It opens at 18:30, together with others. Until then nobody knows but you
			{hasCookies() ? ', and My verdicts keeps it.' : '.'}
		</p>
	</div>
)

const kindNews = latePart<KindNewsProps>(() =>
	import('#ui/features/stats/kind-news.tsx').then(({ KindNews }) => KindNews),
)

/** A live region that waits for the figures. On laptops it is below the buttons, so that they do not move. */
function WhatItChanged({ className, ...props }: KindNewsProps & { className: string }) {
	const KindNews = useLatePart(kindNews, true)
	return (
		<div role="status" className={className}>
			{KindNews ? <KindNews {...props} /> : null}
		</div>
	)
}

/** Shows the driver's overall figures without this rating, which would identify the rater. */
function SharePictureOfCard({ driver }: { driver: VisibleUser }) {
	const CardPictureOffers = useLatePart(cardPictureOffers, true)
	return CardPictureOffers ? (
		<div className="flex basis-full flex-wrap items-center justify-center gap-x-1">
			<CardPictureOffers driver={driver} />
		</div>
	) : null
}

/** A rating keeps its joke unless an edit moves it to another pool. */
function useJoke({ id }: FinishedRating, saved: RatingImpressions | null | undefined): string {
	const [joke] = useState(() => keptJoke(id))
	const { luck, message: kept } = joke
	const message = kept !== undefined && poolFor(saved).includes(kept) ? kept : messageFor(saved, luck)
	useEffect(() => {
		if (saved) keepJoke(id, { luck, message })
	}, [id, saved, luck, message])
	return message
}

/**
 * True if the rater may share the ghost's claim link. Guessed until the server answers: a button that appears late
 * would shift the others under a finger. Guests get none if sign-up is by invitation.
 */
function useCanShare({ id, isGhost, ghostClaimToken }: VisibleUser): boolean {
	const member = useMember()
	const { data: instance } = useQuery(instanceQuery)
	const isAsking = useIsFetching({ queryKey: userQuery(id).queryKey }) > 0
	if (!isGhost) return false
	return ghostClaimToken !== undefined || (isAsking && (member !== null || instance?.signup === 'open'))
}
