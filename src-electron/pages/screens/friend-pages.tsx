import { useRef, useState } from 'react'
import { t } from '#contract/text.ts'
import { Button, hostOf, Outcome, PageHead, TextField } from '#desktop/pages/page-parts.tsx'
import { type PageProps, useAction } from '#desktop/pages/shell-store.ts'
import { Plate } from '#look/plate.tsx'

type Ride = PageProps['state']['riding']['kind']

export function RideAlongPage({ state, act }: PageProps) {
	const [ride, setRide] = useState<Ride>(state.riding.kind)
	return (
		<main className="page">
			<PageHead title={t('Ride along')} />
			<fieldset className="choices">
				<legend className="label">{t('Whose Backseat is in this window?')}</legend>
				<RideChoice
					label={t('This computer')}
					meaning={t('Your own instance. Its ratings live right here.')}
					isChosen={ride === 'this-computer'}
					onChoose={() => setRide('this-computer')}
				/>
				<RideChoice
					label={t("Join a friend's instance")}
					meaning={t('They drive, you ride. It runs on their computer.')}
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
					{t('Ride here')}
				</Button>
			</div>
		</div>
	)
}

const LOOKING = t('Looking for the car…')

/** The friend's address, typed or chosen from earlier ones. Typed text survives any error. */
function FriendForm({ state, act }: PageProps) {
	const [text, setText] = useState('')
	/** The friend chosen last; null when the address was typed. */
	const [tapped, setTapped] = useState<string | null>(null)
	const joining = useAction(act)
	const field = useRef<HTMLInputElement>(null)

	async function join(place: string, friend: string | null) {
		if (joining.isBusy) return
		setTapped(friend)
		if (place === '') joining.say(t('Paste an address or a link first.'))
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
				label={t('Address, invite link or claim link')}
				placeholder="https://rides.example"
				value={text}
				onChange={setText}
				error={tapped === null ? joining.message : null}
			/>
			<div className="stack-tight">
				<Outcome>{joining.isBusy ? <span className="only-read-out">{LOOKING}</span> : null}</Outcome>
				<div className="page-actions">
					<Button isPrimary isDisabled={joining.isBusy}>
						{joining.isBusy && tapped === null ? LOOKING : t('Hop in')}
					</Button>
				</div>
			</div>
			{state.friends.length > 0 ? (
				<section className="stack-tight">
					<h2>{t('Ridden along before')}</h2>
					<ul className="friends">
						{state.friends.map((friend) => (
							<li key={friend}>
								<Button isDisabled={joining.isBusy} onPress={() => void join(friend, friend)}>
									<span>{joining.isBusy && tapped === friend ? LOOKING : hostOf(friend)}</span>
									{state.riding.kind === 'friend' && state.riding.address === friend ? (
										<span className="tag">{t('You are here')}</span>
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

/** Shown while the friend's instance does not answer. */
export function AwayPage({ state, act }: PageProps) {
	const trying = useAction(act)
	const leaving = useAction(act)
	const [hasTried, setTried] = useState(false)

	if (state.riding.kind !== 'friend' || !state.isAway) {
		return (
			<main className="page">
				<PageHead title={t('Back on the road')} />
				<p role="status">{t('You can close this window.')}</p>
			</main>
		)
	}
	const host = hostOf(state.riding.address)
	return (
		<main className="page">
			<PageHead title={t('Nobody answers')} />
			<p className="claim-plate">
				<Plate>{host}</Plate>
			</p>
			<p>
				{t(
					'Their computer may be asleep, the Wi-Fi may be another one, or the door is shut. Ask your friend, or ride on your own computer meanwhile.',
				)}
			</p>
			<div className="page-foot stack-tight">
				<Outcome isBad={!hasTried}>
					{trying.message ??
						leaving.message ??
						(hasTried ? t('Knocked again. This window goes away as soon as somebody answers.') : null)}
				</Outcome>
				<div className="page-actions">
					<Button isDisabled={leaving.isBusy} onPress={() => void leaving.run({ do: 'ride-here' })}>
						{t('This computer')}
					</Button>
					<Button
						isPrimary
						isDisabled={trying.isBusy}
						onPress={async () => setTried(await trying.run({ do: 'try-again' }))}
					>
						{t('Try again')}
					</Button>
				</div>
			</div>
		</main>
	)
}
