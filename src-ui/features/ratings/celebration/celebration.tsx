import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import { jokeOfText } from '#contract/my-receipt.ts'
import type { RatingImpressions } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { moreAboutVerdict, useEditRating } from '#ui/features/ratings/edit/edit-rating-menu.tsx'
import { savedRating } from '#ui/features/ratings/ratings.api.ts'
import { FreshVerdict, SealedMark } from '#ui/features/ratings/verdict-receipts.tsx'
import { useWhenItOpens } from '#ui/features/ratings/when-it-opens.ts'
import type { SendReceiptProps } from '#ui/features/sent/send-button.tsx'
import type { CardSheetProps } from '#ui/features/sent/send-sheet.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import type { KindNewsProps } from '#ui/features/stats/kind-news.tsx'
import { Button } from '#ui/kit/button.tsx'
import { CookiesBlocked, hasCookies } from '#ui/kit/feedback/cookies-blocked.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { MoreMenu } from '#ui/kit/overlays/more-menu.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember } from '#ui/session/session-context.ts'
import { type FinishedRating, keepJoke, keptJoke } from './kept-celebration.ts'
import { keptMessageFor } from './phrases.ts'
import { SaveRating } from './save-rating.tsx'

/** Small enough for one line on a phone of 360 px. */
const ONE_LINE = 'px-2 text-[0.8125rem]'

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

	const { items, dialogs } = useEditRating({ rating, driverName: name, onChanged, onGone })
	const card = useCard(driver)
	const navigate = useNavigate()
	const more = [
		...(canFindAgain ? items : []),
		{ id: 'card', label: t("{driver}'s card", { driver: name }), onAction: card.open },
		...(canFindAgain && !rating.sealed
			? [{ id: 'verdicts', label: t('My verdicts'), onAction: () => void navigate({ to: '/verdicts' }) }]
			: []),
	]

	return (
		<Page
			lead={
				<>
					<div className="transition duration-250 ease-spring starting:-translate-y-8 starting:opacity-0">
						<FreshVerdict
							driverName={name}
							heading={message}
							rating={rating}
							note={rating.sealed && <SealedMark className="mx-auto mt-4" />}
						>
							{t('Thanks for rating.')}
						</FreshVerdict>
					</div>
					<div className="mt-3 flex flex-wrap items-center justify-center gap-x-1">
						<LinkButton to="/profile/$id" params={{ id: driver.id }} variant="quiet" size="sm" className={ONE_LINE}>
							{/* Translators: a small button, at most 24 characters */}
							{t('View Driver Profile')}
						</LinkButton>
						{canFindAgain ? <SaveRating ratingId={rating.id} driverId={driver.id} className={ONE_LINE} /> : null}
						<MoreMenu label={moreAboutVerdict(name)} items={more} />
					</div>
					{canFindAgain ? null : (
						<CookiesBlocked>
							{t('Your verdict counts, but this browser cannot find, change or save it later.')}
						</CookiesBlocked>
					)}
				</>
			}
			actionBelow="content"
			// On a laptop beside the receipt, where it is in sight.
			aside={rating.sealed ? null : <WhatItChanged driver={driver} rating={rating} />}
			action={
				<>
					{rating.sealed ? null : canShare ? (
						<LinkButton
							to="/share-ghost/$id"
							params={{ id: driver.id }}
							isBlock
							onClick={() =>
								track('share_verdict_clicked', {
									user_id: member?.id ?? null,
									driver_id: driver.id,
									driver_name: name,
								})
							}
						>
							{t('Share the Verdict')}
						</LinkButton>
					) : (
						<OwnReceipt driver={driver} rating={rating} message={message} />
					)}
					<LinkButton to="/home" isBlock variant={rating.sealed ? 'primary' : 'secondary'}>
						{t('Back to Home')}
					</LinkButton>
					{rating.sealed && canFindAgain ? (
						<LinkButton to="/verdicts" isBlock variant="secondary">
							{t('My verdicts')}
						</LinkButton>
					) : null}
				</>
			}
		>
			<PageTitle>{t('The verdict on {driver}', { driver: name })}</PageTitle>
			{rating.sealed ? <WhenItOpens {...rating} /> : null}
			{dialogs}
			{card.dialog}
		</Page>
	)
}

// Loaded late: the QR code library must not delay the rating form.
const sendReceipt = latePart<SendReceiptProps>(() =>
	import('#ui/features/sent/send-button.tsx').then(({ SendReceipt }) => SendReceipt),
)
const cardSheet = latePart<CardSheetProps>(() =>
	import('#ui/features/sent/send-sheet.tsx').then(({ CardSheet }) => CardSheet),
)

/** Shows the driver's overall figures without this rating, which would identify the rater. */
function useCard(driver: VisibleUser) {
	const [isOpen, setIsOpen] = useState(false)
	const [wasOpened, setWasOpened] = useState(false)
	// Stays mounted after the first opening so that it can animate out.
	const CardSheet = useLatePart(cardSheet, wasOpened, () => setWasOpened(false))
	return {
		open: () => {
			setWasOpened(true)
			setIsOpen(true)
		},
		dialog: CardSheet ? <CardSheet driver={driver} isOpen={isOpen} onOpenChange={setIsOpen} /> : null,
	}
}

function OwnReceipt({ driver, rating, message }: { driver: VisibleUser; rating: FinishedRating; message: string }) {
	const SendReceipt = useLatePart(sendReceipt, true)
	const joke = jokeOfText(message)
	const about = useId()
	// Reserves its height, because late content must not move buttons under a finger.
	return (
		<div className="flex flex-col gap-1.5 text-center">
			<p id={about} className="text-sm text-muted">
				{t('This shows that it was you.')}
			</p>
			{SendReceipt && joke ? (
				<SendReceipt driver={driver} ratingId={rating.id} joke={joke} isBlock aria-describedby={about} />
			) : (
				<Button isBlock isDisabled>
					{t('Send my receipt')}
				</Button>
			)}
		</div>
	)
}

function WhenItOpens({ createdAt }: Pick<FinishedRating, 'createdAt'>) {
	const whenItOpens = useWhenItOpens(Date.parse(createdAt))
	return (
		<p className="text-center text-sm text-muted md:text-base">
			{whenItOpens} {t('Until then nobody knows but you.')}
		</p>
	)
}

const kindNews = latePart<KindNewsProps>(() =>
	import('#ui/features/stats/kind-news.tsx').then(({ KindNews }) => KindNews),
)

/** A live region that waits for the figures. It is last in its column, so that it moves nothing. */
function WhatItChanged(props: KindNewsProps) {
	const KindNews = useLatePart(kindNews, true)
	return <div role="status">{KindNews ? <KindNews {...props} /> : null}</div>
}

function useJoke({ id }: FinishedRating, saved: RatingImpressions | null | undefined): string {
	const [kept] = useState(() => keptJoke(id))
	const message = keptMessageFor(saved, kept)
	useEffect(() => {
		if (saved) keepJoke(id, { luck: kept.luck, joke: jokeOfText(message) })
	}, [id, saved, kept, message])
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
