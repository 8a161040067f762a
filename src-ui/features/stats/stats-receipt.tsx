import { useQuery } from '@tanstack/react-query'
import type { VisibleUser } from '#contract/accounts.ts'
import * as words from '#contract/first-words/card.ts'
import { jokeOf } from '#contract/first-words/unrated-jokes.ts'
import type { DriverStats } from '#contract/stats.ts'
import type { ButtonLook } from '#look/class-names.ts'
import { ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { GetRated } from '#ui/features/drivers/get-rated.tsx'
import { invitationToRate, ratingLink } from '#ui/features/drivers/rating-link.ts'
import { useAddressForOthers } from '#ui/features/instance/address-for-others.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { Barcode, ReceiptRest, ReceiptStart, TwoColourBar } from '#ui/kit/page/receipt-parts.tsx'
import { ShareButton } from '#ui/kit/sharing/sharing-buttons.tsx'
import { StarValue } from '#ui/kit/stars/star-value.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { KindStamp } from './kind-stamp.tsx'
import { StarsAtAGlance } from './stars-at-a-glance.tsx'
import { newestRatings } from './stats.api.ts'

type StatsReceiptProps = { driver: VisibleUser; stats: DriverStats }

export function ReceiptOfDriver({ driver, stats }: StatsReceiptProps) {
	return (
		<ReceiptStart>
			<DriverHead driver={driver} />
			<p className="card-rides">{words.ridesRated(stats.totalRides)}</p>
			<p className="card-stars">
				<StarValue value={stats.averageStar} />
				<span className="sr-only">{words.onAverage()}</span>
			</p>
			<KindStamp kind={stats.kind} />
		</ReceiptStart>
	)
}

export function ReceiptOfFigures({ driver, stats }: StatsReceiptProps) {
	const { knownFor, stillLearning } = words.reputation(stats)
	const { data: newest, isError } = useQuery(newestRatings(driver.id))
	return (
		<ReceiptRest>
			<ReceiptRule />
			<StarsAtAGlance stats={stats} newest={isError ? null : newest?.map(({ starRating }) => starRating)} />
			<ReceiptRule />
			<div className="card-shares">
				{words.sharesOf(stats).map(({ good, bad, percent }) => (
					<TwoColourBar key={bad} goodLabel={good} badLabel={bad} goodPercent={percent} />
				))}
			</div>
			<ReceiptRule />
			<ReceiptLines>
				<ReceiptLine label={words.knownForLabel()} value={knownFor} />
				<ReceiptLine label={words.stillLearningLabel()} value={stillLearning} />
			</ReceiptLines>
			<ReceiptRule />
			<CardFoot seed={driver.username} />
		</ReceiptRest>
	)
}

function DriverHead({ driver }: { driver: VisibleUser }) {
	const name = nameOf(driver)
	const byline = words.bylineOf(driver)
	return (
		<div className="card-head">
			<Avatar avatarId={driver.avatarId} name={name} size="lg" isUnclaimedGhost={driver.isGhost} />
			<h1>{name}</h1>
			{byline ? <p className="card-byline">{byline}</p> : null}
		</div>
	)
}

function CardFoot({ seed }: { seed: string }) {
	return (
		<>
			<p className="card-foot">{words.generatedBy()}</p>
			<Barcode seed={seed} />
		</>
	)
}

export function UnratedCard({ driver, stats: { kind }, isOwn }: StatsReceiptProps & { isOwn: boolean }) {
	const { address } = useAddressForOthers()
	return (
		<Page
			lead={
				<ReceiptStart>
					<DriverHead driver={driver} />
					<KindStamp kind={kind} />
				</ReceiptStart>
			}
			action={
				<>
					{isOwn ? (
						<ShareButton
							label={words.shareLink()}
							whatToShare={() => invitationToRate(driver, ratingLink(address, driver))}
						/>
					) : (
						<LinkButton to="/rating/$id" params={{ id: driver.id }} isBlock>
							{words.beFirstToRate()}
						</LinkButton>
					)}
					<BackToHome />
				</>
			}
		>
			<ReceiptRest>
				<ReceiptRule />
				<div className="card-unrated">
					<StarRow value={0} />
					<p className="card-joke">{jokeOf(driver)}</p>
					<p>{words.notRatedYet()}</p>
				</div>
				{isOwn ? (
					<>
						<ReceiptRule />
						<GetRated driver={driver} variant="secondary" />
					</>
				) : null}
				<ReceiptRule />
				<CardFoot seed={driver.username} />
			</ReceiptRest>
		</Page>
	)
}

export function BackToHome({ variant = 'secondary', size }: ButtonLook) {
	return (
		<LinkButton to="/home" variant={variant} size={size} isBlock>
			{words.backHome()}
		</LinkButton>
	)
}
