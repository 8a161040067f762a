import { useEffect, useRef } from 'react'
import type { UserId } from '#contract/ids.ts'
import { impressionsInWords } from '#contract/impressions.ts'
import { refusalInWords } from '#contract/sentences.ts'
import { listed, t, tn } from '#contract/text.ts'
import type { Trip } from '#contract/trips.ts'
import { Receipt } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { SealedMark } from '#ui/features/ratings/verdict-receipts.tsx'
import { WaitingButtons } from '#ui/features/ratings/waiting/waiting-buttons.tsx'
import { wayIntoTrip } from '#ui/features/sent/addressees.ts'
import { SendButton } from '#ui/features/sent/send-button.tsx'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { FewVoices, SEND_LINK, TripEnvelope } from './boarding.tsx'
import { isSaid, type OnDriver } from './on-drivers.ts'
import { DeleteTripButton, GetOutButton, OpenButton } from './trip-acts.tsx'

type SaidOnTripProps = {
	token: string
	trip: Trip
	all: OnDriver[]
	takesFocus: boolean
	onChange: (driver: UserId) => void
	onGoOn: () => void
}

/** Each step of a trip is read from its heading on. */
export function useFocusedHeading(takesFocus: boolean) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (!takesFocus) return
		window.scrollTo(0, 0)
		heading.current?.focus()
	}, [takesFocus])
	return heading
}

/** The viewer's own ratings of a trip that is not open yet. */
export function SaidOnTrip({ token, trip, all, takesFocus, onChange, onGoOn }: SaidOnTripProps) {
	const left = all.filter((one) => !isSaid(one)).length
	const heading = useFocusedHeading(takesFocus)
	return (
		<Page
			lead={
				<div className="mb-5 flex flex-col items-center gap-2 text-center md:mb-0">
					<p className="font-mono text-sm text-muted wrap-anywhere">{trip.name}</p>
					<h1 ref={heading} tabIndex={-1} className="outline-none">
						{titleFor(all, left)}
					</h1>
					<TripEnvelope trip={trip} />
					<p role="status" className="text-muted">
						{trip.allSealed ? t('All sealed') : t('Some are still writing')}
					</p>
				</div>
			}
			action={
				<>
					{left > 0 ? (
						<Button isBlock onPress={onGoOn}>
							{tn('Go on: # driver left', 'Go on: # drivers left', left)}
						</Button>
					) : null}
					{trip.isMaker ? <OpenButton token={token} variant={left > 0 ? 'secondary' : 'primary'} /> : null}
					{left > 0 || trip.isMaker ? null : (
						<LinkButton to="/home" isBlock variant="secondary">
							{t('Back to Home')}
						</LinkButton>
					)}
				</>
			}
			more={<ForTheOthers token={token} name={trip.name} seats={trip.seats} />}
			aside={
				<div className="flex flex-wrap justify-center gap-x-4 pt-3 pb-2">
					<GetOutButton token={token} />
					{trip.isMaker ? <DeleteTripButton token={token} name={trip.name} /> : null}
				</div>
			}
		>
			<PageTitle>{t('{title}: {trip}', { title: titleFor(all, left), trip: trip.name })}</PageTitle>
			<div className="mb-4 empty:hidden">
				<FewVoices seats={trip.seats} />
			</div>
			{all.length > 0 ? (
				<Receipt torn="both">
					<ul aria-label={t('What you have said')} className="trip-said">
						{all.map((one) => (
							<li key={one.driver.id}>
								<SaidOfDriver on={one} onChange={() => onChange(one.driver.id)} />
							</li>
						))}
					</ul>
				</Receipt>
			) : null}
		</Page>
	)
}

function titleFor(all: OnDriver[], left: number): string {
	if (all.length === 0) return t('You drove all the way')
	if (left === all.length) return t('Nothing said yet')
	return left > 0 ? t('Sealed so far') : t('Yours are sealed')
}

function SaidOfDriver({ on, onChange }: { on: OnDriver; onChange: () => void }) {
	const { driver, said, waiting } = on
	const name = nameOf(driver)
	const last = waiting?.rating ?? said
	// Translators: a button: change, or give, the rating of this driver
	const [act, label] = isSaid(on)
		? [t('Change'), t('Change {name}', { name })]
		: [t('Rate'), t('Rate {name}', { name })]
	return (
		<>
			<div className="flex items-center gap-3">
				<Avatar avatarId={driver.avatarId} name={name} isUnclaimedGhost={driver.isGhost} />
				<h2 className="min-w-0 flex-1 text-lg leading-tight wrap-anywhere">{name}</h2>
				<Button variant="secondary" size="sm" aria-label={label} onPress={onChange}>
					{act}
				</Button>
			</div>
			{last ? (
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<StarRow value={last.starRating} />
					<span className="text-sm text-muted">{listed(impressionsInWords(last).map(({ word }) => word))}</span>
				</div>
			) : (
				<p className="text-sm text-muted">{t('Not rated yet.')}</p>
			)}
			{waiting ? <Waiting waiting={waiting} /> : said ? <SealedMark isOnTrip /> : null}
		</>
	)
}

function Waiting({ waiting }: { waiting: NonNullable<OnDriver['waiting']> }) {
	const { refusal } = waiting
	return (
		<Notice
			tone={refusal ? 'warn' : 'info'}
			title={refusal ? refusalInWords(refusal) : t('On its way')}
			action={
				refusal ? (
					<div className="flex flex-wrap gap-2">
						<WaitingButtons waiting={waiting} />
					</div>
				) : null
			}
		>
			{refusal ? null : t('No signal in this tunnel. It goes out by itself, even if you close this page.')}
		</Notice>
	)
}

/** The link lets others still join. */
function ForTheOthers({ token, name, seats }: { token: string; name: string; seats: number }) {
	return (
		<section aria-labelledby="for-the-others" className="flex flex-col gap-3 pt-6">
			<div>
				<h2 id="for-the-others">{tn('# in the car', '# in the car', seats)}</h2>
				<p className="mt-1 text-[0.9375rem] text-muted">{t('Is anybody missing? They can still get in.')}</p>
			</div>
			<SendButton label={SEND_LINK} to={[wayIntoTrip(token, name)]} isBlock variant="secondary" />
		</section>
	)
}
