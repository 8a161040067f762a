import { useEffect, useRef, useState } from 'react'
import { t } from '#contract/text.ts'
import type { Trip } from '#contract/trips.ts'
import { RefusedOnTrip } from '#ui/features/ratings/waiting/on-its-way-list.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { findFocus } from '#ui/kit/lost-focus.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { Boarding } from './boarding.tsx'
import { RateTrip } from './rate-trip.tsx'
import { OpenedTrip, TripCountdown } from './trip-opening.tsx'
import { useTrip } from './trips.api.ts'
import './trips.css'

export function TripScreen({ token }: { token: string }) {
	const trip = useTrip(token)
	const [wasThere] = useState(trip !== null)
	useFocusWhenItTurns(trip?.opensAt ? 'opening' : trip && `${trip.state} ${trip.isIn}`)
	if (!trip) return <TripGone token={token} wasThere={wasThere} />
	return <TripNow token={token} trip={trip} />
}

function TripNow(props: { token: string; trip: Trip }) {
	const { state, isIn, opensAt } = props.trip
	if (state === 'open') return <OpenedTrip {...props} />
	if (state === 'rating' && opensAt) return <TripCountdown trip={props.trip} opensAt={opensAt} />
	return state === 'rating' && isIn ? <RateTrip {...props} /> : <Boarding {...props} />
}

/** The focused element may have gone with the previous state, as 'Get in' does. */
function useFocusWhenItTurns(state: string | null) {
	const before = useRef(state)
	useEffect(() => {
		if (before.current === state) return
		before.current = state
		findFocus(() => document.getElementById('main'))
	}, [state])
}

/** The server does not distinguish unknown trips from expired ones. */
function TripGone({ token, wasThere }: { token: string; wasThere: boolean }) {
	return (
		<Page
			action={
				<LinkButton to="/home" isBlock>
					{t('Back to Home')}
				</LinkButton>
			}
		>
			<PageTitle>{t('Trip Not Found')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('This road leads nowhere')}>
				<p>{t('No trip is at this address, or it is over. Its receipt is kept for 90 days.')}</p>
				{wasThere ? (
					<p role="status" className="mt-3">
						{t(
							'It was still there when you opened this page. Its maker has deleted it, with everything that was said.',
						)}
					</p>
				) : (
					<p className="mt-3">{t('Ask for the right link where you got this one.')}</p>
				)}
			</EmptyState>
			<div className="flex flex-col gap-3">
				<RefusedOnTrip trip={token} />
			</div>
		</Page>
	)
}
