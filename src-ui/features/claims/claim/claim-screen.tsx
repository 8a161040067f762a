import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Claimed } from '#contract/claims.ts'
import { ghostNameOf } from '#contract/first-words/claim.ts'
import type { UserId } from '#contract/ids.ts'
import { t } from '#contract/text.ts'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import {
	type ClaimLink,
	claimLinkQuery,
	type NewcomerAccount,
	useForgetUsedLink,
	useLogInAfterClaim,
	useLookAgainOnReturn,
} from '#ui/features/claims/claims.api.ts'
import { useLogInDialog } from '#ui/features/sign-in/late-log-in.ts'
import { noteClaimedNickname } from '#ui/features/sign-in/session/claim-note.memory.ts'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { CenterLineProgress } from '#ui/kit/page/center-line.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember, useViewer } from '#ui/session/session-context.ts'
import { ClaimAsMember, ClaimForNewcomer } from './claim-forms.tsx'

export function ClaimScreen({ token }: { token: string }) {
	const forgetUsedLink = useForgetUsedLink(token)
	const logInAfterClaim = useLogInAfterClaim()
	const [outcome, setOutcome] = useState<ClaimOutcome | null>(null)

	const goOn = async (claimed: Claimed, newcomer?: { form: NewcomerAccount; ghostName: string }) => {
		// Renders synchronously: logging in refetches every query, and the used link would show 'not found'.
		flushSync(() => setOutcome({ ...claimed, isSignedIn: newcomer ? null : true }))
		forgetUsedLink()
		// Runs before the login, which may fail: the profile asks the question either way.
		if (newcomer) noteClaimedNickname({ userId: claimed.user.id, nickname: newcomer.ghostName })
		if (newcomer) setOutcome({ ...claimed, isSignedIn: await logInAfterClaim(newcomer.form, newcomer.ghostName) })
	}

	return outcome ? <ClaimDone outcome={outcome} /> : <OpenClaim token={token} onClaimed={goOn} />
}

type OpenClaimProps = {
	token: string
	onClaimed: (claimed: Claimed, newcomer?: { form: NewcomerAccount; ghostName: string }) => void
}

function OpenClaim({ token, onClaimed }: OpenClaimProps) {
	const { data: link } = useSuspenseQuery(claimLinkQuery(token))
	const [wasValid] = useState(link.is === 'waiting')
	const member = useMember()
	useClaimLinkViewed(link)
	useLookAgainOnReturn(token)
	if (link.is === 'yours') return <AlreadyYours driverId={link.driverId} />
	if (link.is === 'dead') return <InvalidLink hasDiedHere={wasValid} mayBeTheirs={link.mayBeTheirs === true} />
	const { lookup } = link
	const ghostName = ghostNameOf(lookup)
	const props = { token, lookup, ghostName }
	return member ? (
		<ClaimAsMember {...props} member={member} onClaimed={onClaimed} />
	) : (
		<ClaimForNewcomer {...props} onClaimed={(claimed, form) => onClaimed(claimed, { form, ghostName })} />
	)
}

/** Events omit the token, because a reader of the events must not be able to claim. */
function useClaimLinkViewed(link: ClaimLink) {
	// Keeps the first value, because refetches change the numbers.
	const [visit] = useState(() =>
		link.is === 'waiting'
			? { is_valid: true, ratings_count: link.lookup.ratingsCount }
			: { is_valid: false, ratings_count: null },
	)
	const track = useTrack()
	useEffect(() => track('ghost_claim_link_viewed', visit), [track, visit])
}

/** The claimer has opened their used link again, usually from the chat. */
function AlreadyYours({ driverId }: { driverId: UserId }) {
	const navigate = useNavigate()
	useEffect(() => {
		toast({
			title: t('These are yours already'),
			description: t('Everything that waited behind this link is on your profile.'),
			// The session starts behind an overlay that covers the toast for two seconds.
			duration: 8000,
		})
		void navigate({ to: '/profile/$id', params: { id: driverId }, replace: true })
	}, [navigate, driverId])
	return (
		<Page>
			<PageTitle>{t('These Are Yours Already')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('These are yours already')}>
				{t('Driving you to your profile…')}
			</EmptyState>
		</Page>
	)
}

/** `hasDiedHere`: the link worked when the page opened, so the form may already be filled in. */
function InvalidLink({ hasDiedHere, mayBeTheirs }: { hasDiedHere: boolean; mayBeTheirs: boolean }) {
	// A signed-out visitor with a used link is mostly its claimer.
	const isSignedIn = useMember() !== null
	const home = (
		<LinkButton to="/" isBlock variant={isSignedIn ? 'primary' : 'secondary'}>
			{t('Back to Home')}
		</LinkButton>
	)
	return (
		<Page
			action={
				<>
					{isSignedIn ? home : null}
					<LogInToOwnLink isMain={!isSignedIn} />
					{isSignedIn ? null : home}
				</>
			}
		>
			<PageTitle>{t('Profile Not Found')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('Profile Not Found')}>
				<p>{t('This claim link is invalid or has already been used.')}</p>
				{hasDiedHere ? (
					<p role="status" className="mt-3">
						{mayBeTheirs
							? t(
									'It still worked when you opened it, and one of your tries had no answer. That one may have come through: log in with the name and the password you made up.',
								)
							: t(
									'It still worked when you opened it. Nothing was claimed, and nothing you typed was kept: ask whoever sent it for the new one.',
								)}
					</p>
				) : null}
			</EmptyState>
		</Page>
	)
}

/**
 * A dialog, because another page would lose the URL with the link. Logging in as another member refetches everything.
 */
function LogInToOwnLink({ isMain }: { isMain: boolean }) {
	const viewer = useViewer()
	const { Dialog, state, trigger } = useLogInDialog()
	const words = t('Log in as the one who claimed with this link, and it leads you to your profile.')
	return (
		<>
			<Button variant={isMain ? 'primary' : 'secondary'} isBlock {...trigger}>
				{t('Yours? Log in')}
			</Button>
			{Dialog ? (
				<Dialog
					title={t('Log in')}
					words={
						viewer.kind === 'member'
							? `${t('You are riding as {username} now.', { username: viewer.user.username })} ${words}`
							: words
					}
					username={viewer.kind === 'ended' ? viewer.user.username : ''}
					{...state}
				/>
			) : null}
		</>
	)
}

/** `isSignedIn` is null while the automatic login is running. */
type ClaimOutcome = Claimed & { isSignedIn: boolean | null }

const GO_ON_AFTER_MS = 1500

function ClaimDone({ outcome: { user, transferredRatings, isSignedIn } }: { outcome: ClaimOutcome }) {
	const navigate = useNavigate()
	const { id } = user
	useEffect(() => {
		if (isSignedIn === null) return
		const timer = setTimeout(() => {
			// Replaces the history entry, because 'back' would lead to a used link.
			if (isSignedIn) void navigate({ to: '/profile/$id', params: { id }, replace: true })
			else void navigate({ to: '/auth', replace: true })
		}, GO_ON_AFTER_MS)
		return () => clearTimeout(timer)
	}, [navigate, id, isSignedIn])

	return (
		<Page>
			<PageTitle>{t('The Receipts Are Yours')}</PageTitle>
			<Receipt torn="both">
				<h1 className="text-center">{t('The receipts are yours')}</h1>
				<ReceiptRule />
				<ReceiptLines>
					{/* Translators: a line of a receipt, before a name */}
					<ReceiptLine label={t('Driver')} value={<span className="normal-case">{user.username}</span>} />
					<ReceiptLine label={t('Ratings')} value={transferredRatings} />
					{/* Translators: a line of a receipt: 'Paid ... in full' */}
					<ReceiptLine label={t('Paid')} value={t('in full')} />
				</ReceiptLines>
				<ReceiptRule />
				<p role="status" className="mb-4 text-center">
					{isSignedIn === false
						? t('One more turn: please log in with what you just typed.')
						: t('Driving you to your profile…')}
				</p>
				<CenterLineProgress label={t('On the way')} duration={GO_ON_AFTER_MS} />
			</Receipt>
		</Page>
	)
}
