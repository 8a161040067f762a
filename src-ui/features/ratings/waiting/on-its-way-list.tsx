import { useRef } from 'react'
import { refusalInWords } from '#contract/sentences.ts'
import { t, tn } from '#contract/text.ts'
import { tripOf } from '#ui/features/ratings/send-rating.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { useOwnWaiting, WaitingButtons } from './waiting-buttons.tsx'
import type { WaitingRating } from './waiting-rating.ts'

export function RefusedOnTrip({ trip }: { trip: string }) {
	const { own = [] } = useOwnWaiting()
	const refused = own.filter(({ rating, refusal }) => refusal !== null && tripOf(rating) === trip)
	return refused.map((one) => (
		<OnItsWayLine key={one.place} waiting={one} onDropped={() => document.getElementById('main')?.focus()} />
	))
}

export function OnItsWayList() {
	const list = useRef<HTMLUListElement>(null)
	const { own = [] } = useOwnWaiting()
	return (
		<ul ref={list} tabIndex={-1} aria-label={t('On its way')} className="flex flex-col gap-3 outline-none">
			{own.map((one) => (
				<li key={one.place}>
					<OnItsWayLine waiting={one} onDropped={() => list.current?.focus()} />
				</li>
			))}
		</ul>
	)
}

function OnItsWayLine({ waiting, onDropped }: { waiting: WaitingRating; onDropped: () => void }) {
	const { rating, refusal, driverName } = waiting
	const whatItNeeds = useWhatItNeeds()
	return (
		<Notice
			tone={refusal ? 'warn' : 'info'}
			title={
				<span className="wrap-anywhere">
					{refusal
						? t('{driver}: {refusal}', { driver: driverName, refusal: refusalInWords(refusal) })
						: tn('On its way: {driver}, # star', 'On its way: {driver}, # stars', rating.starRating, {
								driver: driverName,
							})}
				</span>
			}
			action={
				<div className="flex flex-wrap gap-2">
					<WaitingButtons waiting={waiting} onDropped={onDropped} />
				</div>
			}
		>
			{refusal ? null : whatItNeeds}
		</Notice>
	)
}

function useWhatItNeeds(): string | null {
	const viewer = useViewer()
	if (viewer.kind === 'ended') return t('Log in as {username} to send it.', { username: viewer.user.username })
	if (viewer.kind === 'lost') return t('Your account is gone from the server, so it cannot be sent.')
	return null
}
