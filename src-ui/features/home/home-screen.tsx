import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Home } from '#contract/drivers.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { useHome } from '#ui/features/drivers/drivers.api.ts'
import { hasGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { OnItsWay, useIsAnythingWaiting } from '#ui/features/ratings/waiting/on-its-way.tsx'
import { useAccountFirst } from '#ui/features/sign-in/sign-up/use-account-first.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { LinkButton, TextLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { hasKeptTrips, receiptPutAway } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { DriverList } from './driver-list.tsx'
import { OwnRow } from './own-row.tsx'
import type { PrintedNoteProps } from './printed-note.tsx'

const NewRatingPopup = lazy(() =>
	import('./new-rating-popup.tsx').then(({ NewRatingPopup }) => ({ default: NewRatingPopup })),
)

const homeTop = latePart<object>(() => import('./home-top.tsx').then(({ HomeTop }) => HomeTop))
const installLine = latePart<object>(() => import('./install-line.tsx').then(({ LateInstallLine }) => LateInstallLine))
const LATE_MS = 500
const printedNote = latePart<PrintedNoteProps>(() =>
	import('./printed-note.tsx').then(({ PrintedNote }) => PrintedNote),
)
const yourTurn = latePart<object>(() => import('./your-turn.tsx').then(({ YourTurn }) => YourTurn))
/** Raters with this many ratings may want to be rated themselves. */
const YOUR_TURN_FROM = 2

/** Fewer cards than this would look lost on a wide screen. */
const CARDS_FROM = 3

export function HomeScreen() {
	const viewer = useViewer()
	const query = useHome()
	const { data: home } = query
	const isAnythingWaiting = useIsAnythingWaiting()
	const track = useTrack()
	const isLate = useIsLate()
	const HomeTop = useLatePart(homeTop, isLate)
	const LateInstallLine = useLatePart(installLine, isLate)
	const [putAway, setPutAway] = useState(receiptPutAway)
	const month = home?.notice?.kind === 'month' ? home.notice.month : undefined
	const printed = month === putAway ? undefined : month
	const PrintedNote = useLatePart(printedNote, printed !== undefined)
	useEffect(() => track('home_page_viewed', campaignIn(window.location.search)), [track])
	const isGuest = viewer.kind === 'visitor' || viewer.kind === 'ended'
	const YourTurn = useLatePart(yourTurn, isGuest && (home?.given ?? 0) >= YOUR_TURN_FROM)
	return (
		<Page width={home && countIn(home) >= CARDS_FROM ? 'cards' : 'narrow'} action={<AddDriverAction />}>
			<PageTitle>Home</PageTitle>
			<div className="home">
				<div className="home-top">
					{viewer.kind === 'lost' ? (
						<Notice tone="warn">Your account needs to be recreated. Add a driver to fix this issue.</Notice>
					) : null}
					{isAnythingWaiting ? <OnItsWay /> : null}
					{HomeTop ? <HomeTop /> : null}
					{printed ? (
						<div className="printed-note">
							{PrintedNote ? <PrintedNote month={printed} onPutAway={setPutAway} /> : null}
						</div>
					) : null}
				</div>
				{viewer.kind === 'member' ? <OwnRow member={viewer.user} mine={home?.me} /> : null}
				<h1>Who are you rating today?</h1>
				<DriverList {...query} />
				<div className="home-rest">
					{isGuest ? (
						<p className="text-center text-muted">
							Don't let your ratings disappear into traffic. Log in to save your ratings.
						</p>
					) : null}
					{viewer.kind === 'visitor' && hasGuestRatings() ? (
						<TextLink to="/verdicts" className="-mt-3 inline-flex min-h-11 items-center self-center px-3">
							My verdicts
						</TextLink>
					) : null}
					{YourTurn ? <YourTurn /> : null}
					{LateInstallLine ? <LateInstallLine /> : null}
				</div>
			</div>
			<Suspense>
				{viewer.kind === 'member' && viewer.user.isLatestRatingsSeen === false ? (
					<NewRatingPopup user={viewer.user} />
				) : null}
			</Suspense>
		</Page>
	)
}

const countIn = ({ drivers, rated = [] }: Home) => Math.max(drivers.length, rated.length)

/**
 * True once rarely needed code may load, which is when the drivers are tappable. True at once if that code is already
 * loaded, or if the browser has trips, which render above the drivers.
 */
function useIsLate(): boolean {
	const [isLate, setIsLate] = useState(() => homeTop.here !== null || hasKeptTrips())
	useEffect(() => {
		const timer = setTimeout(() => setIsLate(true), LATE_MS)
		return () => clearTimeout(timer)
	}, [])
	return isLate
}

function AddDriverAction() {
	const track = useTrack()
	const { kind } = useViewer()
	const navigate = useNavigate()
	// Rendered above the branches, because recreating the account switches the branch and the dialog must survive that.
	const { asMember, dialog } = useAccountFirst()
	if (kind === 'member' || kind === 'lost')
		return (
			<>
				{kind === 'member' ? (
					<div className="flex flex-wrap gap-2.5 *:grow">
						<LinkButton to="/add-driver">{ADD_DRIVER}</LinkButton>
						<LinkButton to="/trip/new" variant="secondary">
							Road trip
						</LinkButton>
					</div>
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

function campaignIn(search: string): Record<string, string> {
	const params = new URLSearchParams(search)
	const named = ['utm_source', 'utm_medium'].flatMap((name) => {
		const value = params.get(name)
		return value ? [[name, value.slice(0, 200)]] : []
	})
	return Object.fromEntries(named)
}
