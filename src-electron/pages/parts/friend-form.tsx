import { useRef, useState } from 'react'
import { Button } from '#desktop/pages/parts/button.tsx'
import { hostOf } from '#desktop/pages/parts/host-name.ts'
import { Outcome } from '#desktop/pages/parts/outcome.tsx'
import { TextField } from '#desktop/pages/parts/text-field.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'

const LOOKING = 'Looking for the car…'

/** Where the friend lives, typed or chosen from where we have been. What was typed stays whatever comes of it. */
export function FriendForm({ state, act }: PageProps) {
	const [text, setText] = useState('')
	/** The friend that was tapped last; null when the field was used. */
	const [tapped, setTapped] = useState<string | null>(null)
	const joining = useAction(act)
	const field = useRef<HTMLInputElement>(null)

	async function join(place: string, friend: string | null) {
		if (joining.isBusy) return
		setTapped(friend)
		if (place === '') joining.say('Paste an address or a link first.')
		else if (await joining.run({ do: 'ride-along', text: place })) return
		if (friend === null) field.current?.focus()
	}

	return (
		<form
			className="page-form"
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				void join(text.trim(), null)
			}}
		>
			<TextField
				ref={field}
				label="Address, invite link or claim link"
				placeholder="https://rides.example"
				value={text}
				onChange={setText}
				error={tapped === null ? joining.message : null}
			/>
			<div className="stack-tight">
				<Outcome>{joining.isBusy ? <span className="only-read-out">{LOOKING}</span> : null}</Outcome>
				<div className="page-actions">
					<Button isPrimary isDisabled={joining.isBusy}>
						{joining.isBusy && tapped === null ? LOOKING : 'Hop in'}
					</Button>
				</div>
			</div>
			{state.friends.length > 0 ? (
				<section className="stack-tight">
					<h2>Ridden along before</h2>
					<ul className="friends">
						{state.friends.map((friend) => (
							<li key={friend}>
								<Button isDisabled={joining.isBusy} onPress={() => void join(friend, friend)}>
									<span>{joining.isBusy && tapped === friend ? LOOKING : hostOf(friend)}</span>
									{state.riding.kind === 'friend' && state.riding.address === friend ? (
										<span className="tag">You are here</span>
									) : (
										<Arrow />
									)}
								</Button>
								<Outcome isBad>{tapped === friend ? joining.message : null}</Outcome>
							</li>
						))}
					</ul>
				</section>
			) : null}
		</form>
	)
}

function Arrow() {
	return (
		<svg
			aria-hidden="true"
			width="22"
			height="22"
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2.6"
		>
			<path d="M4 12h15M13 6l6 6-6 6" strokeLinecap="round" strokeLinejoin="round" />
		</svg>
	)
}
