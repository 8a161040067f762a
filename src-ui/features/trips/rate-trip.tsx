import { useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import type { Trip } from '#contract/trips.ts'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { isSaid, useOnDrivers } from './on-drivers.ts'
import { SaidOnTrip } from './said-on-trip.tsx'
import { TripVerdictForm } from './trip-verdict-form.tsx'
import { raterOf } from './trips.api.ts'

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
