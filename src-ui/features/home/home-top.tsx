import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Trip } from '#contract/trips.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { newHost } from '#ui/features/host/new-host.memory.ts'
import { NoHostYet } from '#ui/features/instance/no-host-yet.tsx'
import { LatePushOffer } from '#ui/features/news/late-push-offer.tsx'
import { CameAlong } from '#ui/features/ratings/came-along/came-along.tsx'
import { keptTrips } from '#ui/features/trips/trips.memory.ts'
import { Icon, type IconProps } from '#ui/kit/icons.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { BareLink } from '#ui/kit/navigation/link.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import type { Member } from '#ui/session/viewer.ts'
import type { YouHaveTheWheelProps } from './you-have-the-wheel.tsx'

// Only the first host sees this, once. Being lazy inside a lazy file keeps it out of every visitor's preload.
const youHaveTheWheel = latePart<YouHaveTheWheelProps>(() =>
	import('./you-have-the-wheel.tsx').then(({ YouHaveTheWheel }) => YouHaveTheWheel),
)

export function HomeTop() {
	const viewer = useViewer()
	return (
		<>
			{viewer.kind === 'visitor' ? <NoHostYet /> : null}
			{viewer.kind === 'member' ? (
				<>
					<FirstSteps key={viewer.user.id} me={viewer.user} />
					<CameAlong />
					<LatePushOffer />
				</>
			) : null}
			<TripRows />
		</>
	)
}

/** Road trips of this browser that are not open yet, from local storage without a request. */
function TripRows() {
	const [trips] = useState(() => keptTrips().filter(({ trip }) => trip.state !== 'open'))
	return trips.map(({ token, trip }) => (
		<BareLink key={token} to="/trip/$token" params={{ token }} className="own-row mb-0!">
			<CarIcon className="flex-none" />
			<span className="min-w-0 flex-1 font-display leading-snug font-bold wrap-anywhere">
				{trip.name}: {tripInWords(trip)}
			</span>
		</BareLink>
	))
}

const tripInWords = ({ state, seats }: Pick<Trip, 'state' | 'seats'>) =>
	state === 'rating' ? 'rate the drivers' : seats === 0 ? 'nobody in the car yet' : `${seats} in the car`

const CarIcon = (props: IconProps) => (
	<Icon size={26} {...props}>
		<path d="M3 16.5v-3.2c0-1 .7-1.8 1.7-2l2.3-.5 2.4-3.4c.4-.6 1-.9 1.7-.9h3.3c.7 0 1.4.3 1.8.9l2.3 3.2 1.2.3c.9.2 1.5 1 1.5 1.9v3.7h-2.4M9.2 16.5h5.6M3 16.5h1.4" />
		<circle cx="6.8" cy="17" r="2.2" />
		<circle cx="17" cy="17" r="2.2" />
	</Icon>
)

function FirstSteps({ me }: { me: Member }) {
	const [isOpen, setIsOpen] = useState(() => newHost() === me.id)
	const { data: home } = useQuery({ ...homeQuery, enabled: isOpen })
	const YouHaveTheWheel = useLatePart(youHaveTheWheel, isOpen)
	return YouHaveTheWheel ? (
		<YouHaveTheWheel me={me} hasDrivers={home && home.drivers.length > 0} onClosed={() => setIsOpen(false)} />
	) : null
}
