import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import * as v from 'valibot'
import type { VisibleUser } from '#contract/accounts.ts'
import { canPromise, headingOf, promiseOf } from '#contract/first-words/rating.ts'
import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { trackRating } from '#ui/features/ratings/after-rating.ts'
import type { CelebrationProps } from '#ui/features/ratings/celebration/celebration.tsx'
import { FinishedRating, isTakenBack } from '#ui/features/ratings/celebration/kept-celebration.ts'
import type { WaitingVerdictProps } from '#ui/features/ratings/waiting/waiting-verdict.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { afterPaint } from '#ui/kit/after-paint.ts'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { type LatePart, latePart, useLatePart } from '#ui/kit/late-part.ts'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { raterOf } from '#ui/session/viewer.ts'
import type { Rated } from './rate-driver.ts'
import { DriverLead, RateDriverForm } from './rate-driver-form.tsx'
import type { RatedLatelyProps } from './rated-lately.tsx'
import { hasDraft } from './rating-draft.ts'
import { useDelivery, WhoSeesThis } from './who-sees-this.tsx'

declare module '@tanstack/history' {
	interface HistoryState {
		/** Kept in the page's history: reload and back show the celebration, a new visit shows the form. */
		finishedRating?: FinishedRating | undefined
		waitingRating?: number | undefined
	}
}

// The screens after the form are 12 KB that its first paint does without. They are fetched right after it, as they cannot be without
// network.
const celebration = latePart<CelebrationProps>(() =>
	import('#ui/features/ratings/celebration/celebration.tsx').then(({ Celebration }) => Celebration),
)
const waitingVerdict = latePart<WaitingVerdictProps>(() =>
	import('#ui/features/ratings/waiting/waiting-verdict.tsx').then(({ WaitingVerdict }) => WaitingVerdict),
)
const ratedLately = latePart<RatedLatelyProps>(() =>
	import('./rated-lately.tsx').then(({ RatedLately }) => RatedLately),
)

const loadWhatFollows = () => {
	for (const part of [celebration, waitingVerdict]) part.load().catch(() => undefined)
}

export function RatingScreen({ driverId }: { driverId: UserId }) {
	return (
		<Suspense key={driverId} fallback={<Loading />}>
			<DriverToRate driverId={driverId} />
		</Suspense>
	)
}

function Late<Props extends object>({ part, props }: { part: LatePart<Props>; props: Props }) {
	const Part = useLatePart(part, true)
	return Part ? <Part {...props} /> : <Loading />
}

function Loading() {
	return (
		<Page width="columns">
			<PageTitle>{t('Rate a driver')}</PageTitle>
			<Spinner label={t('Warming up the engine...')} />
		</Page>
	)
}

function DriverToRate({ driverId }: { driverId: UserId }) {
	// A driver seeded from the home list has `updatedAt` 0.
	const { data: driver, dataUpdatedAt: answeredAt } = useSuspenseQuery(userQuery(driverId))
	const viewer = useViewer()
	const track = useTrack()
	const navigate = useNavigate()
	const finished = useLocation({ select: ({ state }) => state.finishedRating })
	const waitingPlace = useLocation({ select: ({ state }) => state.waitingRating })
	const [delivery, choose] = useDelivery()
	const [isAnotherRide, setIsAnotherRide] = useState(false)
	useEffect(() => afterPaint(loadWhatFollows), [])

	if (!driver) return <DriverNotFound />
	// Keeps the history state, so that the celebration survives the redirect if the ghost was claimed meanwhile.
	if (driver.claimedById !== null)
		return <Navigate to="/rating/$id" params={{ id: driver.claimedById }} state={(state) => state} replace />

	const name = nameOf(driver)
	const isPromised = canPromise(driver, answeredAt > 0)
	const isSealable = canBeSealed(driver)
	const raterId = raterOf(viewer)
	if (raterId === driver.id) return <OwnDriving userId={raterId} />
	const show = (finishedRating: FinishedRating | undefined) =>
		void navigate({
			to: '.',
			replace: true,
			state: (state) => ({ ...state, finishedRating, waitingRating: undefined }),
		})
	if (v.is(FinishedRating, finished) && !isTakenBack(finished.id)) {
		const events = { onChanged: show, onGone: () => show(undefined) }
		return <Late key={finished.id} part={celebration} props={{ driver, rating: finished, ...events }} />
	}

	if (v.is(v.number(), waitingPlace)) {
		const events = { onSent: show, onGone: () => show(undefined) }
		return (
			<Late key={waitingPlace} part={waitingVerdict} props={{ place: waitingPlace, driverName: name, ...events }} />
		)
	}

	const { recentRating } = driver
	// A form that has been touched stays, even if the server's answer arrives later.
	if (recentRating && !isAnotherRide && !hasDraft(String(driver.id)) && !isTakenBack(recentRating.id))
		return (
			<>
				<PageTitle>{headingOf(name)}</PageTitle>
				<Late
					part={ratedLately}
					props={{
						driver,
						rating: recentRating,
						onChanged: (rating) => show(v.parse(FinishedRating, rating)),
						onAnotherRide: () => setIsAnotherRide(true),
					}}
				/>
			</>
		)

	const finish = (rated: Rated) => {
		if ('waiting' in rated) {
			const { place } = rated.waiting
			void navigate({ to: '.', replace: true, state: (state) => ({ ...state, waitingRating: place }) })
			return
		}
		const member = viewer.kind === 'member' ? viewer.user : null
		trackRating(track, rated.saved, member, { id: driver.id, name })
		show(v.parse(FinishedRating, rated.saved))
	}

	return (
		<>
			<PageTitle>{headingOf(name)}</PageTitle>
			<RateDriverForm
				driver={{ id: driver.id, name }}
				raterId={raterId}
				delivery={isSealable && delivery === 'evening' ? delivery : undefined}
				onComplete={finish}
				lead={<DriverLead driver={driver} name={name} />}
				aside={
					<>
						{isPromised ? <p className="rating-promise">{promiseOf(name)}</p> : null}
						<WhoSeesThis driver={driver} delivery={isSealable ? delivery : null} onChoose={choose} />
					</>
				}
			/>
		</>
	)
}

/** The server never seals ratings of ghosts or of the demo driver. */
const canBeSealed = ({ id, isGhost }: VisibleUser): boolean => id !== DEMO_DRIVER_ID && !isGhost

function DriverNotFound() {
	return (
		<Page>
			<PageTitle>{t('Driver Not Found')}</PageTitle>
			<EmptyState
				headingLevel="h1"
				title={t('Driver Not Found')}
				action={<LinkButton to="/home">{t('Go Back')}</LinkButton>}
			>
				{t('Wrong turn, or they drove off.')}
			</EmptyState>
		</Page>
	)
}

function OwnDriving({ userId }: { userId: UserId }) {
	return (
		<Page>
			<PageTitle>{t('Your own driving')}</PageTitle>
			<EmptyState
				headingLevel="h1"
				title={t('Nice try. You cannot rate your own driving.')}
				action={
					<LinkButton to="/profile/$id" params={{ id: userId }}>
						{t('View Your Profile')}
					</LinkButton>
				}
			>
				{t('The mirror is for looking behind you. See what your passengers have to say instead.')}
			</EmptyState>
		</Page>
	)
}
