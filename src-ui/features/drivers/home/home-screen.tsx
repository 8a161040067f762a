import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import { useAccountFirst } from '#ui/features/accounts/sign-up/use-account-first.tsx'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { CameAlong } from '#ui/features/ratings/came-along/came-along.tsx'
import { OnItsWay, useIsAnythingWaiting } from '#ui/features/ratings/waiting/on-its-way.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { LinkButton, TextLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { hasGuestRatings } from '#ui/platform/guest-ratings.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { DriverList } from './driver-list.tsx'

// Most visits show no popup, so its code is loaded only when it is needed.
const NewRatingPopup = lazy(() =>
	import('./new-rating-popup.tsx').then(({ NewRatingPopup }) => ({ default: NewRatingPopup })),
)

const installLine = latePart<object>(() => import('./install-line.tsx').then(({ InstallLine }) => InstallLine))
/** A rater has seen whom to tap by then. */
const INSTALL_LINE_AFTER_MS = 3000

export function HomeScreen() {
	const viewer = useViewer()
	const isAnythingWaiting = useIsAnythingWaiting()
	const track = useTrack()
	useEffect(() => track('home_page_viewed', campaignIn(window.location.search)), [track])
	return (
		<Page action={<AddDriverAction />}>
			<PageTitle>Home</PageTitle>
			<div className="flex flex-col gap-5">
				<h1>Who are you rating today?</h1>
				{viewer.kind === 'lost' ? (
					<Notice tone="warn">Your account needs to be recreated. Add a driver to fix this issue.</Notice>
				) : null}
				{isAnythingWaiting ? <OnItsWay /> : null}
				<CameAlong />
				<DriverList />
				{viewer.kind === 'visitor' || viewer.kind === 'ended' ? (
					<p className="text-center text-muted">
						Don't let your ratings disappear into traffic. Log in to save your ratings.
					</p>
				) : null}
				{viewer.kind === 'visitor' && hasGuestRatings() ? (
					<TextLink to="/verdicts" className="-mt-3 inline-flex min-h-11 items-center self-center px-3">
						My verdicts
					</TextLink>
				) : null}
				<LateInstallLine />
			</div>
			<Suspense>
				{viewer.kind === 'member' && viewer.user.isLatestRatingsSeen === false ? (
					<NewRatingPopup user={viewer.user} />
				) : null}
			</Suspense>
		</Page>
	)
}

function LateInstallLine() {
	const [isTime, setIsTime] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setIsTime(true), INSTALL_LINE_AFTER_MS)
		return () => clearTimeout(timer)
	}, [])
	const InstallLine = useLatePart(installLine, isTime)
	return InstallLine ? <InstallLine /> : null
}

function AddDriverAction() {
	const track = useTrack()
	const { kind } = useViewer()
	const navigate = useNavigate()
	// Above the branches: once the account is back another one is shown, and the dialog must outlive that.
	const { asMember, dialog } = useAccountFirst()
	if (kind === 'member' || kind === 'lost')
		return (
			<>
				{kind === 'member' ? (
					<LinkButton to="/add-driver" isBlock>
						{ADD_DRIVER}
					</LinkButton>
				) : (
					<Button isBlock onPress={() => asMember(() => void navigate({ to: '/add-driver' }))}>
						{ADD_DRIVER}
					</Button>
				)}
				{dialog}
			</>
		)
	return (
		<LinkButton
			to="/auth"
			isBlock
			onClick={() => track('login_clicked', { source: 'homepage', button: LOGIN_TO_ADD, is_logged_in: false })}
		>
			{LOGIN_TO_ADD}
		</LinkButton>
	)
}

const ADD_DRIVER = '+ Add Driver'
const LOGIN_TO_ADD = 'Login to Add Driver'

/** Where they came from, if the address says so. */
function campaignIn(search: string): Record<string, string> {
	const params = new URLSearchParams(search)
	const named = ['utm_source', 'utm_medium'].flatMap((name) => {
		const value = params.get(name)
		return value ? [[name, value.slice(0, 200)]] : []
	})
	return Object.fromEntries(named)
}
