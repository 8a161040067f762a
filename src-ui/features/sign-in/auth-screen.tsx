import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as words from '#contract/first-words/auth.ts'
import type { UserId } from '#contract/ids.ts'
import type { SignupMode } from '#contract/instance.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { hasGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { LateElsewhere } from '#ui/features/sign-in/oidc/late-elsewhere.tsx'
import { useCanUsePasskeys } from '#ui/features/sign-in/passkeys/passkeys.api.ts'
import { justClaimed, noteJustClaimed } from '#ui/features/sign-in/session/claim-note.memory.ts'
import { SignUpForm } from '#ui/features/sign-in/sign-up/sign-up-form.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { Tabs } from '#ui/kit/navigation/tabs.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { RoadBeside } from '#ui/kit/page/road-beside.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { isAccountKnown } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { placeAfterAuth } from './after-auth.ts'
import type { AuthSearch } from './auth-search.ts'
import { LogIn } from './log-in.tsx'

export function AuthScreen({ next, ratingId, driverId, as }: AuthSearch) {
	const viewer = useViewer()
	// The viewer at arrival: logging in here must not look like having been logged in before.
	const [cameAs] = useState(viewer)
	const [claimed] = useState(justClaimed)
	const navigate = useNavigate()

	const goOn = (userId: UserId) => {
		noteJustClaimed(null)
		void navigate({ ...placeAfterAuth({ next, ratingId, driverId }, userId, claimed !== null), replace: true })
	}

	useEffect(() => {
		if (cameAs.kind === 'member') {
			toast({
				title: t('Already logged in'),
				description: t("You're already riding as {username}.", { username: cameAs.user.username }),
			})
			noteJustClaimed(null)
			void navigate({
				...placeAfterAuth({ next, ratingId, driverId }, cameAs.user.id, claimed !== null),
				replace: true,
			})
		} else if (claimed) {
			toast({ title: t('The ratings are yours'), description: claimed.message, duration: 10_000 })
		}
	}, [cameAs, claimed, navigate, next, ratingId, driverId])

	return (
		<Page
			lead={<RoadBeside label={t('What an account is good for')} signs={words.goodFor()} />}
			actionBelow="content"
			action={<SkipForNow hasRating={ratingId !== undefined} />}
		>
			<PageTitle>{words.title()}</PageTitle>
			<h1>{words.title()}</h1>
			<p className="auth-words">{words.saveYourRoasts()}</p>
			{cameAs.kind === 'member' ? null : (
				<AuthForms
					firstUsername={claimed?.username ?? (cameAs.kind === 'ended' ? cameAs.user.username : '')}
					ratingId={ratingId}
					isNew={as === 'new'}
					next={next ?? (ratingId && driverId ? `/profile/${driverId}` : undefined)}
					onDone={({ id }) => goOn(id)}
				/>
			)}
		</Page>
	)
}

type AuthFormsProps = {
	firstUsername: string
	ratingId: AuthSearch['ratingId']
	isNew: boolean
	/** The destination after logging in at the provider, which leaves this page. */
	next: string | undefined
	onDone: (user: { id: UserId }) => void
}

function AuthForms({ firstUsername, ratingId, isNew, next, onDone }: AuthFormsProps) {
	// Shared by both tabs: a name typed in the wrong one is kept.
	const [username, setUsername] = useState(firstUsername)
	const { data: instance } = useQuery(instanceQuery)
	const canUsePasskeys = useCanUsePasskeys()
	const signup = instance?.signup ?? 'open'
	const [startsNew] = useState(
		() =>
			words.isSignUpFirst({ isNew, hasRating: ratingId !== undefined, hasGuestRatings: hasGuestRatings() }, instance) &&
			!isAccountKnown(),
	)
	const form = { username, onUsernameChange: setUsername, ratingId, onDone }
	// Without passwords or passkeys, new members can only come from the provider, which the log-in form offers.
	if (instance?.signIn.password === false && !canUsePasskeys) return <LogIn {...form} next={next} />
	return (
		<Tabs
			label={t('Log in or sign up')}
			initial={startsNew ? 'sign-up' : 'log-in'}
			items={[
				{
					id: 'log-in',
					title: words.logInLabel(),
					content: <LogIn {...form} next={next} />,
				},
				{
					id: 'sign-up',
					title: words.signUpLabel(),
					content:
						signup === 'open' ? (
							<SignUpForm {...form} next={next} />
						) : (
							<>
								<SignUpClosed signup={signup} />
								<div className="mt-4 empty:hidden">
									<LateElsewhere luggage={{ next, ratingId }} hasLine={false} onDone={onDone} />
								</div>
							</>
						),
				},
			]}
		/>
	)
}

function SignUpClosed({ signup }: { signup: Exclude<SignupMode, 'open'> }) {
	return (
		<Notice tone="info" title={signup === 'invite' ? t('This ride is by invitation') : t('This car is full')}>
			{signup === 'invite'
				? t('New accounts are by invitation here. Ask whoever runs this Backseat to let you in.')
				: t('Nobody new can sign up here at the moment. Ask whoever runs this Backseat.')}{' '}
			{t('Somebody sent you a claim link? Just open it: an account comes with it.')}
		</Notice>
	)
}

function SkipForNow({ hasRating }: { hasRating: boolean }) {
	const track = useTrack()
	const skip = () => {
		track('auth_skip_clicked', { has_rating: hasRating })
		if (hasRating) toast({ title: t('Rating submitted anonymously') })
	}
	return (
		<div className="auth-skip">
			<TextLink to="/home" onClick={skip}>
				{words.skipForNow()}
			</TextLink>
			<p>{words.withoutAccount()}</p>
		</div>
	)
}
