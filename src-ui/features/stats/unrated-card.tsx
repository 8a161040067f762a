import { useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import { ReceiptRule } from '#look/receipt.tsx'
import { GetRated, invitationToRate, ratingLink } from '#ui/features/drivers/get-rated.tsx'
import { useAddressForOthers } from '#ui/features/instance/address-for-others.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { ReceiptRest, ReceiptStart } from '#ui/kit/page/receipt-in-two.tsx'
import { ShareButton } from '#ui/kit/sharing/share-button.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { BackToHome } from './back-to-home.tsx'
import { UNRATED_JOKES } from './phrases.ts'
import { CardFoot, DriverHead } from './stats-receipt.tsx'

/** No ratings yet: a joke, and the way to the first one. One's own card cannot be rated, but sent to passengers. */
export function UnratedCard({ driver, isOwn }: { driver: VisibleUser; isOwn: boolean }) {
	const [luck] = useState(Math.random)
	const { address } = useAddressForOthers()
	return (
		<Page
			lead={
				<ReceiptStart>
					<DriverHead driver={driver} />
				</ReceiptStart>
			}
			action={
				<>
					{isOwn ? (
						<ShareButton
							label="Share your link"
							whatToShare={() => invitationToRate(driver, ratingLink(address, driver))}
						/>
					) : (
						<LinkButton to="/rating/$id" params={{ id: driver.id }} isBlock>
							Be the first to rate
						</LinkButton>
					)}
					<BackToHome />
				</>
			}
		>
			<ReceiptRest>
				<ReceiptRule />
				<div className="flex flex-col items-center gap-3 py-2 text-center">
					<StarRow value={0} />
					<p className="font-display text-2xl leading-tight font-extrabold">
						{UNRATED_JOKES[Math.floor(luck * UNRATED_JOKES.length)]}
					</p>
					<p>This driver hasn't been rated yet.</p>
				</div>
				{isOwn ? (
					<>
						<ReceiptRule />
						<GetRated driver={driver} hasShareButton={false} />
					</>
				) : null}
				<ReceiptRule />
				<CardFoot seed={driver.username} />
			</ReceiptRest>
		</Page>
	)
}
