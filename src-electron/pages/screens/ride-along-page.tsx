import { useState } from 'react'
import { Button } from '#desktop/pages/parts/button.tsx'
import { FriendForm } from '#desktop/pages/parts/friend-form.tsx'
import { Outcome } from '#desktop/pages/parts/outcome.tsx'
import { PageHead } from '#desktop/pages/parts/page-head.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'

type Ride = PageProps['state']['riding']['kind']

export function RideAlongPage({ state, act }: PageProps) {
	const [ride, setRide] = useState<Ride>(state.riding.kind)
	return (
		<main className="page">
			<PageHead title="Ride along" />
			<fieldset className="choices">
				<legend className="label">Whose Backseat is in this window?</legend>
				<RideChoice
					label="This computer"
					meaning="Your own instance. Its ratings live right here."
					isChosen={ride === 'this-computer'}
					onChoose={() => setRide('this-computer')}
				/>
				<RideChoice
					label="Join a friend's instance"
					meaning="They drive, you ride. It runs on their computer."
					isChosen={ride === 'friend'}
					onChoose={() => setRide('friend')}
				/>
			</fieldset>
			{ride === 'friend' ? <FriendForm state={state} act={act} /> : <RideHere act={act} />}
		</main>
	)
}

function RideChoice(choice: { label: string; meaning: string; isChosen: boolean; onChoose: () => void }) {
	return (
		<label className="choice">
			<input type="radio" name="ride" checked={choice.isChosen} onChange={choice.onChoose} />
			<span className="switch-label">{choice.label}</span>
			<span className="muted">{choice.meaning}</span>
		</label>
	)
}

function RideHere({ act }: Pick<PageProps, 'act'>) {
	const going = useAction(act)
	return (
		<div className="stack-tight">
			<Outcome isBad>{going.message}</Outcome>
			<div className="page-actions">
				<Button isPrimary isDisabled={going.isBusy} onPress={() => void going.run({ do: 'ride-here' })}>
					Ride here
				</Button>
			</div>
		</div>
	)
}
