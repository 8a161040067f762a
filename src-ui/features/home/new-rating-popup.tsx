import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import { pool } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { markRatingsSeen } from '#ui/features/drivers/seen-ratings.api.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { useSession } from '#ui/session/session-context.ts'
import { newRatingBodies, newRatingButtons, newRatingHeadlines, oneOf } from './phrases.ts'

type RatedUser = {
	id: UserId
	username: string
	avatarId: number
	lastRatingReceivedAt?: string | null
	lastSeenRatingId?: RatingId | null
	isLatestRatingsSeen?: boolean
}

/** Any way of closing it marks the ratings as seen. */
export function NewRatingPopup({ user }: { user: RatedUser }) {
	const [dismissed, setDismissed] = useState<string | null>(null)
	const isUnseen = Boolean(user.lastRatingReceivedAt) && user.isLatestRatingsSeen === false
	// The server sends only the day, so the last seen rating distinguishes two ratings of one day.
	const notice = `${user.lastRatingReceivedAt} ${user.lastSeenRatingId}`
	// Resets the dismissal once the ratings count as seen, so that the next one shows.
	if (!isUnseen && dismissed !== null) setDismissed(null)
	// A dismissed notice stays hidden until the server responds, and also if the request fails.
	if (!isUnseen || dismissed === notice) return null
	return <Popup user={user} onDismissed={() => setDismissed(notice)} />
}

function Popup({ user, onDismissed }: { user: RatedUser; onDismissed: () => void }) {
	const navigate = useNavigate()
	const session = useSession()
	const track = useTrack()
	const [words] = useState(() => ({
		headline: oneOf(pool('pool:new-rating-headlines', newRatingHeadlines)),
		body: oneOf(pool('pool:new-rating-bodies', newRatingBodies)),
		button: oneOf(pool('pool:new-rating-buttons', newRatingButtons)),
	}))
	const markSeenOnLeaving = useOnLeaving(() => {
		track('rating_notification_seen', { user_id: user.id, user_name: user.username })
		void markRatingsSeen(session, user.id)
		pushOffer.noteTold()
	})
	const dismiss = () => {
		markSeenOnLeaving()
		onDismissed()
	}
	return (
		<Dialog title={words.headline} isOpen onOpenChange={(isOpen) => isOpen || dismiss()}>
			<div className="flex flex-col gap-5">
				<div className="flex flex-wrap items-center gap-4">
					<Avatar avatarId={user.avatarId} name={user.username} size="lg" />
					<p className="min-w-0 flex-1 basis-32 text-lg leading-snug">{words.body}</p>
				</div>
				<Button
					isBlock
					onPress={() => {
						dismiss()
						void navigate({ to: '/profile/$id', params: { id: user.id } })
					}}
				>
					{words.button}
				</Button>
			</div>
		</Dialog>
	)
}

/** Runs `leave` once: when the returned function is called, or on the final unmount. */
function useOnLeaving(leave: () => void): () => void {
	const hasLeft = useRef(false)
	const isMounted = useRef(false)
	const leaveOnce = () => {
		if (hasLeft.current) return
		hasLeft.current = true
		leave()
	}
	const leaveAtTheEnd = useEffectEvent(leaveOnce)
	useEffect(() => {
		isMounted.current = true
		return () => {
			isMounted.current = false
			// React's strict mode unmounts and remounts every component immediately; that is not a final unmount.
			queueMicrotask(() => {
				if (!isMounted.current) leaveAtTheEnd()
			})
		}
	}, [])
	return leaveOnce
}
