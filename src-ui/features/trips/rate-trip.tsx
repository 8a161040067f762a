import { useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { t } from '#contract/text.ts'
import type { Trip } from '#contract/trips.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { DriverFace, DriverHeading, RatingPage, SEALING } from '#ui/features/ratings/rate/rate-driver-form.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { CenterLineProgress } from '#ui/kit/page/center-line.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { raterOf } from '#ui/session/viewer.ts'
import { FewVoices } from './boarding.tsx'
import { isSaid, type OnDriver, useOnDrivers } from './on-drivers.ts'
import { SaidOnTrip, useFocusedHeading } from './said-on-trip.tsx'
import { useRateOnTrip } from './trips.api.ts'

export function RateTrip({ token, trip }: { token: string; trip: Trip }) {
	const raterId = raterOf(useViewer())
	const all = useOnDrivers(token, trip, raterId)
	const [place, setPlace] = useState<{ at: UserId | 'list' | 'next'; hasMoved: boolean }>({
		at: 'next',
		hasMoved: false,
	})
	const goTo = (at: typeof place.at) => setPlace({ at, hasMoved: true })

	if (!all)
		return (
			<Page width="columns">
				<PageTitle>{trip.name}</PageTitle>
				<Spinner label={t('Looking for what you said...')} />
			</Page>
		)
	const chosen = all.find(({ driver }) => driver.id === place.at)
	const next = chosen ?? (place.at === 'list' ? undefined : all.find((one) => !isSaid(one)))
	if (!next)
		return (
			<SaidOnTrip
				token={token}
				trip={trip}
				all={all}
				takesFocus={place.hasMoved}
				onChange={goTo}
				onGoOn={() => goTo('next')}
			/>
		)
	return (
		<RateOnTrip
			key={next.driver.id}
			token={token}
			trip={trip}
			on={next}
			nth={all.indexOf(next) + 1}
			of={all.length}
			takesFocus={place.hasMoved}
			onDone={() => goTo(chosen && isSaid(chosen) ? 'list' : 'next')}
			onLeave={() => goTo('list')}
		/>
	)
}

type RateOnTripProps = {
	token: string
	trip: Trip
	on: OnDriver
	nth: number
	of: number
	/** Set after the first form, which had the focus and is gone. */
	takesFocus: boolean
	onDone: () => void
	onLeave: () => void
}

function RateOnTrip({ token, trip, on, nth, of, takesFocus, onDone, onLeave }: RateOnTripProps) {
	const { driver, said, waiting } = on
	const name = nameOf(driver)
	const rate = useRateOnTrip(token, { id: driver.id, name })
	const heading = useFocusedHeading(takesFocus)
	const last = waiting?.rating ?? said
	// Translators: '2 of 5'
	const progress = t('{nth} of {all}', { nth, all: of })

	return (
		<>
			{/* Translators: {progress} is '2 of 5' */}
			<PageTitle>{t("{progress}: {name}'s Driving Today", { progress, name })}</PageTitle>
			<RatingPage
				rate={rate}
				said={last && verdictOf(last)}
				{...SEALING}
				onComplete={onDone}
				lead={
					<div className="mb-2.5 flex flex-col items-center gap-2 text-center max-md:[@media(min-height:48rem)]:mb-4 md:gap-4">
						<div className="mb-1 flex w-full flex-col gap-1 max-md:-mt-2">
							<p className="text-start font-display font-bold wrap-anywhere max-md:sr-only">{trip.name}</p>
							<div className="flex flex-wrap items-center justify-between gap-x-3">
								<p className="font-mono text-sm text-muted">{progress}</p>
								<Button variant="quiet" size="sm" className="px-1 text-[0.8125rem]" onPress={onLeave}>
									{t('What you have said')}
								</Button>
							</div>
							<CenterLineProgress label={t('Driver {nth} of {all}', { nth, all: of })} value={(100 * (nth - 1)) / of} />
						</div>
						<div className="flex max-w-full flex-col items-center">
							<DriverFace driver={driver} name={name} />
						</div>
						<DriverHeading name={name} ref={heading} />
					</div>
				}
				aside={
					<p className="text-center text-[0.8125rem] text-muted md:text-base">
						{t('Opened within 24 hours of the arrival. Never who.')}
					</p>
				}
				note={trip.said.length === 0 ? <FewVoices seats={trip.seats} /> : null}
			/>
		</>
	)
}
