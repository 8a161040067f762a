import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { VisibleUser } from '#contract/accounts.ts'
import { REVEALED_ONE_BY_ONE, type Reveal } from '#contract/claims.ts'
import { DRIVER_KINDS } from '#contract/driver-kinds.ts'
import type { UserId } from '#contract/ids.ts'
import { impressionsInWords } from '#contract/impressions.ts'
import type { DriverRating } from '#contract/ratings.ts'
import type { DriverStats } from '#contract/stats.ts'
import { listed, t, tn } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { KindStamp } from '#ui/features/stats/kind-stamp.tsx'
import { driverStats } from '#ui/features/stats/stats.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Envelope } from '#ui/kit/envelope/envelope.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { formatStars, StarShape } from '#ui/kit/stars/star-value.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { dayInWords, figureInWords } from '#ui/platform/dates-and-figures.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useNoteRevealSeen } from './reveal.api.ts'
import './reveal.css'

export type RevealScreenProps = {
	driver: VisibleUser
	ghostId: UserId
	reveal: Reveal | undefined
	onBegin: (reveal: Reveal) => void
	onLeave: () => void
}

const prefersNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function RevealScreen({ driver, ghostId, reveal, onBegin, onLeave }: RevealScreenProps) {
	const [torn, setTorn] = useState(0)
	const [isStamped, setIsStamped] = useState(false)
	const heading = useRef<HTMLHeadingElement>(null)
	const { data: stats } = useQuery(driverStats(driver.id))
	const noteSeen = useNoteRevealSeen(ghostId)
	const slips = reveal?.ratings ?? []

	const begin = () => {
		if (reveal && torn === 0) onBegin(reveal)
		void noteSeen()
	}
	const stamp = () => {
		begin()
		setTorn(slips.length)
		setIsStamped(true)
	}
	const goOn = () => {
		if (isStamped) {
			void noteSeen()
			onLeave()
		} else if (torn === slips.length) stamp()
		else {
			begin()
			setTorn(torn + 1)
		}
	}
	const skip = () => {
		if (reveal) stamp()
		else onLeave()
	}

	const skipOnEscape = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
		if (key === 'Escape' && !defaultPrevented && !isStamped) skip()
	})
	useEffect(() => {
		const listener = (event: KeyboardEvent) => skipOnEscape(event)
		document.addEventListener('keydown', listener)
		return () => document.removeEventListener('keydown', listener)
	}, [])
	const showEndAtOnce = useEffectEvent(() => {
		if (prefersNoMotion()) stamp()
	})
	const isHere = reveal !== undefined
	useEffect(() => {
		if (isHere) showEndAtOnce()
	}, [isHere])
	// biome-ignore lint/correctness/useExhaustiveDependencies: the heading is always rendered; only its text changes at the end
	useEffect(() => heading.current?.focus(), [isStamped])

	const rest = (reveal?.total ?? 0) - slips.length
	const mean = isStamped && stats ? stats.averageStar : meanOf(slips.slice(0, torn))
	return (
		<Page
			lead={
				<div className="reveal-lead" data-stamped={isStamped || undefined}>
					<h1 ref={heading} tabIndex={-1} className="outline-none">
						{isStamped ? <MakesYou stats={stats} /> : waitingInWords(reveal)}
					</h1>
					{isStamped && stats ? <KindStamp kind={stats.kind} /> : null}
					{torn === 0 && !isStamped ? (
						<p className="text-balance text-muted">
							{t('The back seat has been taking notes. Nobody has looked inside yet.')}
						</p>
					) : (
						<Mean
							mean={mean}
							caption={isStamped ? ridesInWords(stats) : t('{torn} of {all} torn off', { torn, all: slips.length })}
						/>
					)}
				</div>
			}
			action={
				<>
					<Button isBlock isDisabled={!isHere} onPress={goOn} className={isStamped ? 'reveal-leave' : undefined}>
						{isHere ? nextInWords(slips.length - torn, torn, isStamped) : t('Fetching your envelope…')}
					</Button>
					{isStamped ? null : (
						<Button variant="quiet" size="sm" isBlock onPress={skip}>
							{isHere ? t('Show all') : t('To my profile')}
						</Button>
					)}
				</>
			}
		>
			<PageTitle>{t('Your Envelope')}</PageTitle>
			<p role="status" className="sr-only">
				{isStamped
					? t('All shown. Average {average}.', { average: formatStars(mean) })
					: saidOf(slips[torn - 1], torn, slips.length, mean, rest)}
			</p>
			<div
				className="reveal-scene"
				data-open={torn > 0 || undefined}
				data-stamped={isStamped || undefined}
				style={{ '--slips': Math.min(slips.length || 1, REVEALED_ONE_BY_ONE) } as CSSProperties}
			>
				{/* Translators: the name of the list of slips that were torn off */}
				<ol aria-label={t('Torn off')} className="reveal-pile">
					{slips.slice(0, torn).map((rating) => (
						<Slip key={rating.id} rating={rating} onTear={isStamped ? undefined : goOn} />
					))}
					{isStamped && rest > 0 ? <li className="reveal-rest">{andMore(rest)}</li> : null}
				</ol>
				{isStamped ? null : (
					<div className="reveal-envelope">
						<Envelope
							name={nameOf(driver)}
							avatarId={driver.avatarId}
							isOpen={torn > 0}
							torn={torn}
							strip={torn < slips.length ? 'stars' : rest > 0 ? andMore(rest) : null}
						/>
						{/* Beside the drawing, whose words are no name for it. */}
						<button
							type="button"
							className="reveal-tap"
							aria-label={isHere ? envelopeInWords(slips.length - torn, torn) : t('Your envelope')}
							disabled={!isHere}
							onClick={goOn}
						/>
					</div>
				)}
			</div>
		</Page>
	)
}

const meanOf = (ratings: readonly DriverRating[]) =>
	ratings.length === 0 ? 0 : ratings.reduce((sum, { starRating }) => sum + starRating, 0) / ratings.length

// Translators: on a slip of paper: ratings besides those that were shown one by one
const andMore = (rest: number) => tn('and {count} more', 'and {count} more', rest, { count: figureInWords(rest) })

function waitingInWords(reveal: Reveal | undefined): string {
	if (!reveal) return t('Your ratings are in here')
	const { total } = reveal
	return tn('{count} rating is in here', '{count} ratings are in here', total, { count: figureInWords(total) })
}

function nextInWords(left: number, torn: number, isStamped: boolean): string {
	// Translators: a button that accepts the kind of driver above it
	if (isStamped) return t('That is me')
	if (torn === 0) return t('Break the seal')
	// Translators: a button that shows which kind of driver the ratings make of oneself
	if (left === 0) return t('So what does that make me?')
	// Translators: a slip of paper with a rating
	return left === 1 ? t('Tear off the last one') : t('Tear off the next one')
}

/** Names the envelope itself, which does what the button below does. */
function envelopeInWords(left: number, torn: number): string {
	if (torn === 0) return t('Open the envelope')
	return left === 0 ? t('See what kind of driver you are') : t('Pull out the next slip')
}

/** Screen-reader text, for example '4 stars. Safe, Smooth, Good vibes. 2 of 5. Average 4.0.' */
function saidOf(newest: DriverRating | undefined, torn: number, all: number, mean: number, rest: number): string {
	if (!newest) return ''
	const { starRating } = newest
	const stars = tn('# star', '# stars', starRating)
	const impressions = listed(impressionsInWords(newest).map(({ word }) => word))
	// Translators: '4 stars. Safe, Smooth, Good vibes. 2 of 5. Average 4.0.'
	const said = t('{stars}. {impressions}. {torn} of {all}. Average {average}.', {
		stars,
		impressions,
		torn,
		all,
		average: formatStars(mean),
	})
	return torn === all && rest > 0 ? `${said} ${andMoreAreThere(rest)}` : said
}

const andMoreAreThere = (rest: number) =>
	// Translators: read out: ratings besides those that were shown one by one
	tn('And {count} more.', 'And {count} more.', rest, { count: figureInWords(rest) })

function ridesInWords(stats: DriverStats | null | undefined): string {
	if (!stats) return ''
	const { totalRides } = stats
	// Translators: below a large number of stars, which is an average from the second ride on
	return tn('after {count} ride', 'on average, after {count} rides', totalRides, { count: figureInWords(totalRides) })
}

const MakesYou = ({ stats }: { stats: DriverStats | null | undefined }) => (
	<>
		{/* Translators: a heading before the kind of driver, such as 'The Taxi Driver' */}
		{t('That makes you…')}
		{stats ? <span className="sr-only"> {DRIVER_KINDS[stats.kind].name()}</span> : null}
	</>
)

/** Until the end a tap on any slip tears off the next one. */
function Slip({ rating, onTear }: { rating: DriverRating; onTear: (() => void) | undefined }) {
	const said = (
		<>
			<StarRow value={rating.starRating} size="tiny" />
			<time dateTime={rating.createdAt} className="rating-day">
				{dayInWords(rating.createdAt, { day: 'numeric', month: 'short' })}
			</time>
			<span className="reveal-words">
				{impressionsInWords(rating).map(({ word, isGood }) => (
					<span key={word} className={isGood ? 'text-good' : 'text-bad'}>
						{word}
					</span>
				))}
			</span>
		</>
	)
	const look = 'receipt receipt-torn-both reveal-slip'
	return (
		<li className="reveal-slip-place">
			{onTear ? (
				<button type="button" className={look} onClick={onTear}>
					{said}
				</button>
			) : (
				<div className={look}>{said}</div>
			)}
		</li>
	)
}

function Mean({ mean, caption }: { mean: number; caption: string }) {
	const shown = formatStars(mean)
	return (
		<p className="reveal-mean">
			<span className="sr-only">{t('Average: {average}', { average: shown })}</span>
			<span aria-hidden="true" className="odometer">
				{[...shown].map((sign, place) =>
					/\d/.test(sign) ? (
						// biome-ignore lint/suspicious/noArrayIndexKey: the index is the digit position, so a drum keeps its element while it rolls
						<Drum key={place} digit={Number(sign)} />
					) : (
						<span key="point" className="odometer-point" />
					),
				)}
			</span>
			<StarShape size="2.25rem" fill="var(--taxi)" />
			<span className="reveal-caption">{caption}</span>
		</p>
	)
}

const Drum = ({ digit }: { digit: number }) => (
	<span className="odometer-drum">
		<span style={{ '--digit': digit } as CSSProperties}>
			{[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((sign) => (
				<span key={sign}>{sign}</span>
			))}
		</span>
	</span>
)
