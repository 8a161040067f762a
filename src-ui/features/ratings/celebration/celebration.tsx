import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import type { RatingImpressions } from '#contract/ratings.ts'
import { Plate } from '#look/plate.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { userQuery } from '#ui/features/accounts/accounts.api.ts'
import { useMember } from '#ui/features/accounts/session/session-context.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { labelOf, RIDE, SAFETY, VIBE } from '#ui/features/ratings/impressions.ts'
import { savedRating } from '#ui/features/ratings/ratings.api.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { messageFor } from './celebration-message.ts'
import { SaveRating } from './save-rating.tsx'

export function Celebration({ driver, rating }: { driver: VisibleUser; rating: RatingImpressions }) {
	const member = useMember()
	const track = useTrack()
	const canShare = useCanShare(driver)
	const { data: saved } = useQuery(savedRating(rating.id))
	const [luck] = useState(Math.random)
	const name = nameOf(driver)
	const heading = useRef<HTMLHeadingElement>(null)
	// The form that had the focus is gone.
	useEffect(() => heading.current?.focus(), [])

	return (
		<Page
			action={
				<>
					{canShare ? (
						<LinkButton
							to="/share-ghost/$id"
							params={{ id: driver.id }}
							isBlock
							onPress={() =>
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
					<SaveRating ratingId={rating.id} driverId={driver.id} variant={canShare ? 'secondary' : 'primary'} />
					<div className="grid grid-cols-2 gap-2.5">
						<LinkButton to="/profile/$id" params={{ id: driver.id }} variant="secondary" size="sm">
							View Driver Profile
						</LinkButton>
						<LinkButton to="/home" variant="secondary" size="sm">
							Back to Home
						</LinkButton>
					</div>
				</>
			}
		>
			<PageTitle>{`The verdict on ${name}`}</PageTitle>
			<div className="transition duration-250 ease-spring starting:-translate-y-8 starting:opacity-0">
				<Receipt>
					<div className="flex flex-col items-center gap-4 text-center">
						<Plate>{name}</Plate>
						<h1 ref={heading} tabIndex={-1} className="max-w-full text-3xl outline-none wrap-anywhere">
							{messageFor(saved, luck)}
						</h1>
						<StarRow value={rating.starRating} />
					</div>
					<ReceiptRule />
					<ReceiptLines>
						<ReceiptLine label="Ride" value={labelOf(RIDE, rating.rideQuality)} />
						<ReceiptLine label="Safety" value={labelOf(SAFETY, rating.safetyFeeling)} />
						<ReceiptLine label="Vibe" value={labelOf(VIBE, rating.vibeQuality)} />
					</ReceiptLines>
					<ReceiptRule />
					<p className="text-center">Thanks for rating.</p>
				</Receipt>
			</div>
		</Page>
	)
}

/**
 * Whether this rater may share the ghost's claim link. The server says so after the rating; until it has, it is guessed,
 * for a button that appears late moves the others, and people press the wrong one. Guests get none where signing up takes an invitation.
 */
function useCanShare({ id, isGhost, ghostClaimToken }: VisibleUser): boolean {
	const member = useMember()
	const { data: instance } = useQuery(instanceQuery)
	const isAsking = useIsFetching({ queryKey: userQuery(id).queryKey }) > 0
	if (!isGhost) return false
	return ghostClaimToken !== undefined || (isAsking && (member !== null || instance?.signup === 'open'))
}
