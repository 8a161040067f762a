import { useEffect, useRef, useState } from 'react'
import { impressionsInWords } from '#contract/impressions.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { RatingChange } from '#contract/ratings.ts'
import { isolated, listed, t } from '#contract/text.ts'
import type { Trip, TripResult, TripShow } from '#contract/trips.ts'
import { STAR_OUTLINE } from '#look/star-outline.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { DriverFace } from '#ui/features/ratings/rate/rate-driver-form.tsx'
import { Button } from '#ui/kit/button.tsx'
import { findFocus } from '#ui/kit/lost-focus.ts'
import { Page } from '#ui/kit/page/page.tsx'
import { formatStars, StarValue } from '#ui/kit/stars/star-value.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { TripEnvelope } from './boarding.tsx'
import { tripNow } from './trip-clock.ts'
import { isPrinted, ResultWords, TOO_FEW_VOICES, TripReceipt, wordsOfResult } from './trip-receipt.tsx'
import { positionAt, type ShowPosition, secondsUntil } from './trip-show.ts'

const COUNTED_FROM = 3

/**
 * The server's time, renewed when `msUntilNext` has passed, when the page is shown again, and by the function that is
 * returned with it.
 */
function useTripTime(
	answeredAt: string | undefined,
	msUntilNext: (now: number) => number | null,
): [now: number, look: (now: number) => void] {
	const [now, setNow] = useState(tripNow)
	const leftMs = msUntilNext(now)
	const nextAt = leftMs === null ? null : now + leftMs
	// biome-ignore lint/correctness/useExhaustiveDependencies: each answer may have corrected the clock
	useEffect(() => {
		const look = () => setNow(tripNow())
		// One millisecond later: a timer that ends too early would find the same position and not render again.
		const timer = nextAt === null ? undefined : setTimeout(look, Math.max(0, nextAt - tripNow()) + 1)
		document.addEventListener('visibilitychange', look)
		return () => {
			clearTimeout(timer)
			document.removeEventListener('visibilitychange', look)
		}
	}, [nextAt, answeredAt])
	return [now, setNow]
}

/** The ten seconds before the opening, with the last three counted on all phones in the car at once. */
export function TripCountdown({ trip, opensAt }: { trip: Trip; opensAt: string }) {
	const [now] = useTripTime(trip.now, (now) => {
		const left = Date.parse(opensAt) - now
		return left > 0 ? left % 1000 || 1000 : null
	})
	const seconds = secondsUntil(opensAt, now)
	return (
		<Page>
			<PageTitle>{trip.name}</PageTitle>
			<div className="trip-countdown">
				<p className="font-mono text-sm text-muted wrap-anywhere">{trip.name}</p>
				<h1>{trip.allSealed ? t('All sealed') : t('About to open')}</h1>
				<p role="status" className="text-muted">
					{t('The envelopes open in a few seconds, on all phones at once. Drum roll, please.')}
				</p>
				<div aria-hidden="true" className="trip-count">
					{seconds === 0 || seconds > COUNTED_FROM ? (
						<TripEnvelope trip={trip} isOpen={seconds === 0} />
					) : (
						<span key={seconds} className="trip-count-figure">
							{seconds}
						</span>
					)}
				</div>
			</div>
		</Page>
	)
}

const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** An opened trip: for those who were in the car the show, if it is still running, then the receipt. */
export function OpenedTrip({ token, trip }: { token: string; trip: Trip }) {
	const { show } = trip
	// How far this phone is ahead of the others, because its user taps.
	const [aheadMs, setAheadMs] = useState(() => (prefersNoMotion() ? Number.POSITIVE_INFINITY : 0))
	const positionNow = (now: number) => show && positionAt(show, now - Date.parse(show.startedAt) + aheadMs)
	const [now, look] = useTripTime(trip.now, (now) => positionNow(now)?.leftMs ?? null)
	const position = positionNow(now)
	const isRunning = Boolean(position)
	const wasRunning = useRef(isRunning)
	useEffect(() => {
		if (wasRunning.current && !isRunning) {
			window.scrollTo(0, 0)
			findFocus(() => document.getElementById('main'))
		}
		wasRunning.current = isRunning
	}, [isRunning])
	const goOn = () => {
		const at = tripNow()
		setAheadMs(aheadMs + (positionNow(at)?.leftMs ?? 0))
		look(at)
	}
	if (!show || !position) return <TripReceipt token={token} trip={trip} />
	return (
		<Scene
			trip={trip}
			show={show}
			position={position}
			onTap={goOn}
			onShowAll={() => setAheadMs(Number.POSITIVE_INFINITY)}
		/>
	)
}

type SceneProps = { trip: Trip; show: TripShow; position: ShowPosition; onTap: () => void; onShowAll: () => void }

function Scene({ trip, show, position, onTap, onShowAll }: SceneProps) {
	const { driverId, slips } = show.drivers[position.driver] ?? { driverId: 0, slips: [] }
	const driver = trip.drivers.find(({ id }) => id === driverId)
	const result = trip.results?.find((one) => one.driverId === driverId)
	const { length } = show.drivers
	if (!driver) return null
	const name = nameOf(driver)
	return (
		<Page
			lead={
				<div key={driverId} className="trip-show-lead">
					<p className="font-mono text-sm text-muted wrap-anywhere">
						{length > 1
							? `${isolated(trip.name)} · ${t('{nth} of {all}', { nth: position.driver + 1, all: length })}`
							: trip.name}
					</p>
					<div className="trip-show-driver">
						<DriverFace driver={driver} name={name} />
					</div>
					<h1 className="sr-only">{name}</h1>
				</div>
			}
			action={
				<Button isBlock variant="secondary" onPress={onShowAll}>
					{t('Show all')}
				</Button>
			}
		>
			<PageTitle>{trip.name}</PageTitle>
			<p role="status" className="sr-only">
				{position.stage === 'result' ? resultInWords(driver, result) : ''}
			</p>
			<div className="trip-stage">
				<div aria-hidden="true" key={`${position.stage === 'result' ? 'result' : 'slips'} ${driverId}`}>
					{position.stage === 'result' ? <Result result={result} /> : <Slips slips={slips} torn={position.torn} />}
				</div>
				{/* Translators: read out: a tap lets the show go on */}
				<button type="button" aria-label={t('Faster')} className="trip-stage-tap" onClick={onTap} />
			</div>
		</Page>
	)
}

function resultInWords(driver: PublicUser, result: TripResult | undefined): string {
	if (!isPrinted(result)) return t('{name}: Too few voices to print.', { name: nameOf(driver) })
	return t('{name}: {stars} stars on average. {words}.', {
		name: nameOf(driver),
		stars: formatStars(result.averageStar),
		words: listed(wordsOfResult(result)),
	})
}

/** The slip that was torn open last, the one before it on its way out, and the sealed rest. */
function Slips({ slips, torn }: { slips: readonly RatingChange[]; torn: number }) {
	return (
		<div className="trip-slips">
			{torn < slips.length || torn === 0 ? <div className="trip-slip">{SEALED}</div> : null}
			{slips.slice(0, torn).map((slip, nth) =>
				nth < torn - 2 ? null : (
					// biome-ignore lint/suspicious/noArrayIndexKey: slips have no ids, and their order is fixed
					<Slip key={nth} slip={slip} isLeaving={nth < torn - 1} />
				),
			)}
			<p className="trip-slips-left">
				{torn === 0 ? t('Envelope, please…') : t('{nth} of {all}', { nth: torn, all: slips.length })}
			</p>
		</div>
	)
}

function Slip({ slip, isLeaving }: { slip: RatingChange; isLeaving: boolean }) {
	return (
		<div className="trip-slip" data-leaving={isLeaving || undefined}>
			<div className="receipt trip-slip-paper">
				<StarRow value={slip.starRating} size="medium" />
				<p className="trip-slip-words">
					{impressionsInWords(slip).map(({ word, isGood }) => (
						<span key={word} className={isGood ? 'text-good' : 'text-bad'}>
							{word}
						</span>
					))}
				</p>
			</div>
			<div className="trip-slip-half trip-slip-left">{SEALED}</div>
			<div className="trip-slip-half trip-slip-right">{SEALED}</div>
		</div>
	)
}

const SEALED = (
	<div className="trip-slip-cover">
		<svg aria-hidden="true" viewBox="0 0 24 24" width="52" height="52">
			<path d={STAR_OUTLINE} />
		</svg>
	</div>
)

function Result({ result }: { result: TripResult | undefined }) {
	if (!isPrinted(result)) return <p className="receipt trip-verdict font-mono text-muted">{TOO_FEW_VOICES}</p>
	return (
		<div className="receipt trip-verdict">
			<p className="trip-verdict-mean">
				<StarValue value={result.averageStar} />
			</p>
			<ResultWords result={result} />
		</div>
	)
}
