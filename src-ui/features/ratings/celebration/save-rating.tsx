import { useEffect, useRef, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import { t } from '#contract/text.ts'
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
					{/* Translators: a small button, at most 24 characters */}
					{t('Save Your Rating')}
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
		toast({
			title: t('Rating saved'),
			description: t("Your rating has been saved to {username}'s history", { username: savedFor }),
		})
		onClose()
	}, [savedFor, onClose])

	const stayGuest = () => {
		toast({
			title: t('Rating submitted anonymously'),
			description: t('Your rating was not saved to a user account'),
		})
		onClose()
	}

	return (
		<Dialog title={t('Save Your Rating')} isOpen={isOpen && !member} onOpenChange={(open) => !open && onClose()}>
			<p className="mb-5">{t("Don't let your ratings disappear into traffic. Create an account.")}</p>
			<div className="flex flex-col gap-5 text-center">
				<div className="flex flex-col gap-1.5">
					<LinkButton
						to="/auth"
						search={{ ratingId, driverId }}
						isBlock
						onClick={() => track('login_signup_clicked', { source: 'save_rating', driver_id: driverId })}
					>
						{t('Sign Up or Log In')}
					</LinkButton>
					<p className="text-sm text-muted">{t('Only username and password are required')}</p>
				</div>
				<div className="flex flex-col gap-1.5">
					<Button variant="secondary" isBlock onPress={stayGuest}>
						{t('Continue without saving')}
					</Button>
					<p className="text-sm text-muted">{t('You can always create an account later')}</p>
				</div>
			</div>
		</Dialog>
	)
}
