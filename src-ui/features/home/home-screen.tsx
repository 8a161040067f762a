import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useState } from 'react'
import {
	addDriver,
	isGrid as isGridFor,
	isPopupDue,
	logInToAdd,
	logInToSave,
	myVerdicts,
	roadTrip,
	title,
} from '#contract/first-words/home.ts'
import { t } from '#contract/text.ts'
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
import { homeShape, noteHomeShape } from '#ui/platform/storage.ts'
import { useViewer } from '#ui/session/session-context.ts'
import { DriverList } from './driver-list.tsx'
import type { NewRatingPopup as Popup } from './new-rating-popup.tsx'
import { NoticeSpace } from './notice-space.tsx'
import { OwnRow } from './own-row.tsx'

const newRatingPopup = latePart<ComponentProps<typeof Popup>>(() =>
	import('./new-rating-popup.tsx').then(({ NewRatingPopup }) => NewRatingPopup),
)
const nextOwnNotice = latePart<object>(() => import('./next-own-notice.tsx').then(({ NextOwnNotice }) => NextOwnNotice))
const noHostYet = latePart<object>(() =>
	import('#ui/features/instance/no-host-yet.tsx').then(({ NoHostYet }) => NoHostYet),
)
/** When the drivers are tappable, and rarely needed code may load. */
const LATE_MS = 500

export function HomeScreen() {
	const viewer = useViewer()
	const query = useHome()
	const { data: home } = query
	const isAnythingWaiting = useIsAnythingWaiting()
	const track = useTrack()
	const isLate = useIsLate()
	const NextOwnNotice = useLatePart(nextOwnNotice, isLate)
	const NoHostYet = useLatePart(noHostYet, isLate && viewer.kind === 'visitor')
	const ratedMember = viewer.kind === 'member' && isPopupDue(viewer.user) ? viewer.user : null
	const NewRatingPopup = useLatePart(newRatingPopup, ratedMember !== null)
	const isGrid = home ? isGridFor(home) : homeShape().isGrid
	useEffect(() => {
		if (home) noteHomeShape({ isGrid })
	}, [home, isGrid])
	useEffect(() => track('home_page_viewed', campaignIn(window.location.search)), [track])
	const isGuest = viewer.kind === 'visitor' || viewer.kind === 'ended'
	return (
		<Page width={isGrid ? 'cards' : 'narrow'} action={<AddDriverAction />}>
			{/* Translators: the title of the first screen */}
			<PageTitle>{t('Home')}</PageTitle>
			<div className="home">
				<div className="home-top">
					{viewer.kind === 'lost' ? (
						<Notice tone="warn">{t('Your account needs to be recreated. Add a driver to fix this issue.')}</Notice>
					) : null}
					<NoticeSpace key={viewer.kind === 'member' ? viewer.user.id : viewer.kind} home={home} />
				</div>
				{viewer.kind === 'member' ? <OwnRow member={viewer.user} mine={home?.me} /> : null}
				<h1>{title()}</h1>
				<DriverList {...query} />
				<div className="home-rest">
					{isAnythingWaiting ? <OnItsWay /> : null}
					{isGuest ? <p className="home-words">{logInToSave()}</p> : null}
					{viewer.kind === 'visitor' && hasGuestRatings() ? (
						<TextLink to="/verdicts" className="home-verdicts">
							{myVerdicts()}
						</TextLink>
					) : null}
					{NoHostYet ? <NoHostYet /> : null}
				</div>
			</div>
			{NextOwnNotice ? <NextOwnNotice /> : null}
			{NewRatingPopup && ratedMember ? <NewRatingPopup user={ratedMember} /> : null}
		</Page>
	)
}

function useIsLate(): boolean {
	const [isLate, setIsLate] = useState(false)
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
					<div className="home-buttons">
						<LinkButton to="/add-driver">{addDriver()}</LinkButton>
						<LinkButton to="/trip/new" variant="secondary">
							{roadTrip()}
						</LinkButton>
					</div>
				) : (
					<Button isBlock onPress={() => asMember(() => void navigate({ to: '/add-driver' }))}>
						{addDriver()}
					</Button>
				)}
				{dialog}
			</>
		)
	return (
		<LinkButton
			to="/auth"
			isBlock
			onClick={() => track('login_clicked', { source: 'homepage', button: 'Login to Add Driver', is_logged_in: false })}
		>
			{logInToAdd()}
		</LinkButton>
	)
}

function campaignIn(search: string): Record<string, string> {
	const params = new URLSearchParams(search)
	const named = ['utm_source', 'utm_medium'].flatMap((name) => {
		const value = params.get(name)
		return value ? [[name, value.slice(0, 200)]] : []
	})
	return Object.fromEntries(named)
}
