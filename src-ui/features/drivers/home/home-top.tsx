import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import type { Member } from '#ui/features/accounts/session/viewer.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import type { YouHaveTheWheelProps } from '#ui/features/host/first-minute/you-have-the-wheel.tsx'
import { NobodyAtTheWheel } from '#ui/features/instance/nobody-at-the-wheel.tsx'
import { CameAlong } from '#ui/features/ratings/came-along/came-along.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { newHost } from '#ui/platform/new-host.ts'

// For one person of an instance, once. This file is late itself: what is late in it is not fetched for everybody.
const youHaveTheWheel = latePart<YouHaveTheWheelProps>(() =>
	import('#ui/features/host/first-minute/you-have-the-wheel.tsx').then(({ YouHaveTheWheel }) => YouHaveTheWheel),
)

/** What seldom stands on top of home: of an instance's first minutes, and of a person's. */
export function HomeTop() {
	const viewer = useViewer()
	if (viewer.kind === 'visitor') return <NobodyAtTheWheel />
	if (viewer.kind !== 'member') return null
	return (
		<>
			<FirstSteps key={viewer.user.id} me={viewer.user} />
			<CameAlong />
		</>
	)
}

function FirstSteps({ me }: { me: Member }) {
	const [isOpen, setIsOpen] = useState(() => newHost() === me.id)
	const { data: home } = useQuery({ ...homeQuery, enabled: isOpen })
	const YouHaveTheWheel = useLatePart(youHaveTheWheel, isOpen)
	return YouHaveTheWheel ? (
		<YouHaveTheWheel me={me} hasDrivers={home && home.drivers.length > 0} onClosed={() => setIsOpen(false)} />
	) : null
}
