import { useEffect, useRef, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { useMember } from '#ui/session/session-context.ts'

const OPENS_AFTER_MS = 300

type SaveRatingProps = { ratingId: RatingId; driverId: UserId; className: string }

export function SaveRating({ ratingId, driverId, className }: SaveRatingProps) {
	const member = useMember()
	const [isOpen, setIsOpen] = useState(false)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])

	const openSoon = () => {
		clearTimeout(timer.current)
		timer.current = setTimeout(() => setIsOpen(true), OPENS_AFTER_MS)
	}

	return (
		<>
			{member ? null : (
				<Button variant="quiet" size="sm" className={className} onPress={openSoon}>
					Save Your Rating
				</Button>
			)}
			<SavePrompt ratingId={ratingId} driverId={driverId} isOpen={isOpen} onClose={() => setIsOpen(false)} />
		</>
	)
}

type SavePromptProps = { ratingId: RatingId; driverId: UserId; isOpen: boolean; onClose: () => void }

function SavePrompt({ ratingId, driverId, isOpen, onClose }: SavePromptProps) {
	const track = useTrack()
	const member = useMember()
	const savedFor = isOpen && member ? member.username : null
	useEffect(() => {
		if (savedFor === null) return
		toast({ title: 'Rating saved', description: `Your rating has been saved to ${savedFor}'s history` })
		onClose()
	}, [savedFor, onClose])

	const stayGuest = () => {
		toast({
			title: 'Rating submitted anonymously',
			description: 'Your rating was not saved to a user account',
		})
		onClose()
	}

	return (
		<Dialog title="Save Your Rating" isOpen={isOpen && !member} onOpenChange={(open) => !open && onClose()}>
			<p className="mb-5">Don't let your ratings disappear into traffic. Create an account.</p>
			<div className="flex flex-col gap-5 text-center">
				<div className="flex flex-col gap-1.5">
					<LinkButton
						to="/auth"
						search={{ ratingId, driverId }}
						isBlock
						onClick={() => track('login_signup_clicked', { source: 'save_rating', driver_id: driverId })}
					>
						Sign Up or Log In
					</LinkButton>
					<p className="text-sm text-muted">Only username and password are required</p>
				</div>
				<div className="flex flex-col gap-1.5">
					<Button variant="secondary" isBlock onPress={stayGuest}>
						Continue without saving
					</Button>
					<p className="text-sm text-muted">You can always create an account later</p>
				</div>
			</div>
		</Dialog>
	)
}
