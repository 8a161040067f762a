import { useState } from 'react'
import type { Person, Removed } from '#contract/host/people.ts'
import { AskOnce } from '#ui/features/host/lists/ask-once.tsx'
import { Button } from '#ui/kit/button.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { useRemovePerson } from './person-acts.ts'

/** What goes, and then what went. */
export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
	const { username } = person
	const [removed, setRemoved] = useState<Removed | null>(null)
	const removal = useRemovePerson(person)
	if (removed) return <Gone username={username} removed={removed} onClose={onClose} />
	return (
		<AskOnce
			{...removal}
			isDangerous
			onCancel={onClose}
			onAct={() => removal.run(undefined, { onSuccess: setRemoved })}
			act={removal.isPending ? 'Removing...' : 'Remove for Good'}
		>
			<WhatGoes username={username} />
		</AskOnce>
	)
}

function WhatGoes({ username }: { username: string }) {
	return (
		<>
			<p>The account goes, with every rating of their driving. The name is free for somebody else.</p>
			<ul className="flex list-disc flex-col gap-1 pl-5 text-[0.9375rem] leading-snug">
				<li>
					The ratings they gave stay, without a name. Which ones vanished would tell whose they were; members who leave
					by themselves choose.
				</li>
				<li>A driver they claimed in the last 7 days stays, ratings and all, and waits to be claimed again.</li>
				<li>Drivers they added stay if others have rated them.</li>
				<li>This cannot be undone, except by restoring a backup of everything.</li>
				<li>To keep {username} out from now on, look at who may sign up, and at your invitations.</li>
			</ul>
		</>
	)
}

function Gone({ username, removed, onClose }: { username: string; removed: Removed; onClose: () => void }) {
	const { ratings, givenBack } = removed
	return (
		<div role="status" className="flex flex-col gap-4">
			<p>
				{username} got out, and {ratingsInWords(ratings)} of their driving went along.
			</p>
			{givenBack.map((ghost) => (
				<p key={ghost.id} className="wrap-anywhere">
					<strong>{ghost.name}</strong> waits to be claimed again, with {ratingsInWords(ghost.ratings)}. A new link for
					whoever that is: <TextLink to="/host/ghosts">Ghosts</TextLink>
				</p>
			))}
			<Button isBlock autoFocus onPress={onClose}>
				Done
			</Button>
		</div>
	)
}

const ratingsInWords = (count: number) => {
	if (count === 0) return 'no rating'
	return count === 1 ? '1 rating' : `${count} ratings`
}
