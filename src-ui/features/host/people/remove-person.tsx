import { useState } from 'react'
import { type Person, Removal, type Removed } from '#contract/host/people.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { OptionCards } from '#ui/kit/forms/option-cards.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { useRemovePerson } from './person-acts.ts'

const choices = [
	{ value: 'stay', label: 'They stay, without a name', hint: 'The stars keep counting. Nobody learns whose.' },
	{ value: 'go', label: 'They go as well', hint: 'Every star they gave is taken back.' },
]

/** The same choice as for those who leave by themselves, and then what went. */
export function RemovePerson({ person, onClose }: { person: Person; onClose: () => void }) {
	const [removed, setRemoved] = useState<Removed | null>(null)
	if (removed) return <Gone username={person.username} removed={removed} onClose={onClose} />
	return <RemovePersonForm person={person} onClose={onClose} onRemoved={setRemoved} />
}

type FormProps = { person: Person; onClose: () => void; onRemoved: (removed: Removed) => void }

function RemovePersonForm({ person, onClose, onRemoved }: FormProps) {
	const { username } = person
	const removal = useRemovePerson(person)
	const form = useContractForm({
		schema: Removal,
		send: (typed, handlers) => removal.run(typed, handlers),
		onSent: onRemoved,
	})
	const ratings = form.field('ratings', () => removal.reset())
	return (
		<form {...form.props} className="flex flex-col gap-4">
			<OptionCards
				label={`The ratings ${username} gave`}
				options={choices}
				{...ratings}
				error={ratings.error && 'Please choose what happens to their ratings'}
			/>
			<WhatGoes username={username} />
			{removal.error ? (
				<Notice tone="error">
					{serverMessage(removal.error, 'Nobody was removed: the server does not answer. Please try again.')}
				</Notice>
			) : null}
			<div className="mt-2 grid grid-cols-2 gap-2.5">
				<Button variant="secondary" onPress={onClose}>
					Cancel
				</Button>
				<PendingButton type="submit" variant="danger" isPending={removal.isPending} className="px-3 whitespace-nowrap">
					{removal.isPending ? 'Removing...' : 'Remove for Good'}
				</PendingButton>
			</div>
		</form>
	)
}

function WhatGoes({ username }: { username: string }) {
	return (
		<div>
			<p className="text-[0.9375rem] font-bold">Either way</p>
			<ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-[0.9375rem] leading-snug">
				<li>The account goes, with every rating of their driving. The name is free for somebody else.</li>
				<li>A driver they claimed in the last 7 days stays, ratings and all, and waits to be claimed again.</li>
				<li>Drivers they added stay if others have rated them.</li>
				<li>This cannot be undone, except by restoring a backup of everything.</li>
				<li>To keep {username} out from now on, look at who may sign up, and at your invitations.</li>
			</ul>
		</div>
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
