import { useState } from 'react'
import type { PublicUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import type { OwnRating } from '#contract/ratings.ts'
import type { Trip } from '#contract/trips.ts'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import { tripOf } from '#ui/features/ratings/send-rating.ts'
import { useOwnWaiting } from '#ui/features/ratings/waiting/waiting-buttons.tsx'
import type { WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { isWaitingFor } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { SaidOnTrip } from './said-on-trip.tsx'
import { TripVerdictForm } from './trip-verdict-form.tsx'
import { raterOf } from './trips.api.ts'

/** What this person thinks of a driver of the trip: what the server has, and what waits here for the network. */
export type OnDriver = { driver: PublicUser; said: OwnRating | undefined; waiting: WaitingRating | undefined }

/** The server has it, or will: it is not asked for again. */
export const isSaid = ({ said, waiting }: OnDriver): boolean => said !== undefined || waiting?.refusal === null

/** Everybody in the car rates each driver but themself, one after the other; then they see what they said. */
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
				<Spinner label="Looking for what you said..." />
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
		<TripVerdictForm
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

/** Undefined while it is not known what waits here. */
function useOnDrivers(token: string, trip: Trip, raterId: UserId): OnDriver[] | undefined {
	const { own } = useOwnWaiting()
	if (!own && isWaitingFor(raterId)) return undefined
	const waiting = own?.filter(({ rating }) => rating.raterId === raterId && tripOf(rating) === token) ?? []
	return trip.drivers
		.filter(({ id }) => id !== raterId)
		.map((driver) => ({
			driver,
			said: trip.said.find(({ driverId }) => driverId === driver.id),
			waiting: waiting.find(({ rating }) => rating.driverId === driver.id),
		}))
}
