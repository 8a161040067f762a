import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { GivenRating } from '#contract/ratings.ts'
import { useSession, useViewer } from '#ui/features/accounts/session/session-context.ts'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { SkeletonRow } from '#ui/kit/feedback/skeleton.tsx'
import { BackLink, LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { hasStatus } from '#ui/platform/api-client.ts'
import { noteGuestRatings } from '#ui/platform/guest-ratings.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { givenRatingsQuery } from './given-ratings.api.ts'
import { VerdictReceipt } from './verdict-receipt.tsx'

const NOTHING: GivenRating[] = []

/** Everything that this person said of drivers. */
export function MyVerdictsScreen() {
	const heading = useRef<HTMLHeadingElement>(null)
	const { kind } = useViewer()
	return (
		<Page>
			<PageTitle>My verdicts</PageTitle>
			<div className="mb-5 flex items-start gap-1">
				<BackLink to="/home" label="Back to Home" />
				<div>
					<h1 ref={heading} tabIndex={-1} className="outline-none">
						My verdicts
					</h1>
					<p className="mt-1.5 text-muted">
						What you said, newest first. For 24 hours you can change it or take it back.
					</p>
				</div>
			</div>
			{/* Their verdicts are still there; without a session the server would only find a guest's. */}
			{kind === 'ended' ? <SessionEnded /> : <Verdicts onFocusLost={() => heading.current?.focus()} />}
		</Page>
	)
}

function Verdicts({ onFocusLost }: { onFocusLost: () => void }) {
	const { kind } = useViewer()
	const query = useInfiniteQuery(givenRatingsQuery)
	const { data: verdicts, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
	const isEmptyForGuest = kind === 'visitor' && verdicts?.length === 0
	useEffect(() => {
		if (isEmptyForGuest) noteGuestRatings(false)
	}, [isEmptyForGuest])

	const list = useFocusAfterRemoval(verdicts ?? NOTHING, onFocusLost)

	// The last one of the list was taken back elsewhere: nobody knows what comes after it.
	const showMore = async () => {
		const { error } = await fetchNextPage()
		if (hasStatus(error, 400)) await refetch()
	}

	if (!verdicts && error && !isFetching) return <VerdictsFailed onTryAgain={() => void refetch()} />
	if (!verdicts) return <VerdictsOnTheWay />
	if (verdicts.length === 0) return <NoVerdicts isVisitor={kind === 'visitor'} />
	return (
		<>
			<ul ref={list} className="flex flex-col gap-6">
				{verdicts.map((verdict) => (
					<VerdictReceipt key={verdict.id} verdict={verdict} />
				))}
			</ul>
			{hasNextPage ? (
				<PendingButton
					variant="secondary"
					isBlock
					className="mt-6"
					isPending={isFetchingNextPage}
					onPress={() => void showMore()}
				>
					Show more
				</PendingButton>
			) : null}
			{error && !isFetching && !hasStatus(error, 400) ? (
				<p role="alert" className="mt-3 text-center text-muted">
					That did not arrive. Please try again.
				</p>
			) : null}
		</>
	)
}

/** The button that took a verdict back goes with it: the focus goes to the one that is there now, where one was reading. */
function useFocusAfterRemoval(verdicts: readonly GivenRating[], onNoneLeft: () => void) {
	const list = useRef<HTMLUListElement>(null)
	const before = useRef(verdicts)
	useEffect(() => {
		const ids = new Set(verdicts.map(({ id }) => id))
		const place = before.current.findIndex(({ id }) => !ids.has(id))
		before.current = verdicts
		if (place < 0 || document.activeElement !== document.body) return
		const item = list.current?.children[Math.min(place, verdicts.length - 1)]
		if (item) item.querySelector('a')?.focus({ preventScroll: true })
		else onNoneLeft()
	}, [verdicts, onNoneLeft])
	return list
}

function VerdictsOnTheWay() {
	return (
		<div className="flex flex-col gap-4">
			<p role="status" className="sr-only">
				Loading your verdicts...
			</p>
			{[1, 2, 3].map((row) => (
				<SkeletonRow key={row} />
			))}
		</div>
	)
}

function VerdictsFailed({ onTryAgain }: { onTryAgain: () => void }) {
	return (
		<Notice
			tone="error"
			title="Your verdicts are stuck in traffic"
			action={
				<Button variant="secondary" size="sm" onPress={onTryAgain}>
					Try again
				</Button>
			}
		>
			They are safe, but did not arrive here.
		</Notice>
	)
}

function SessionEnded() {
	const session = useSession()
	return (
		<EmptyState
			title="Your verdicts are still in the car"
			action={
				<Button variant="secondary" onPress={() => session.logInAgain.set(true)}>
					Show my verdicts
				</Button>
			}
		>
			Log in again, and here they are.
		</EmptyState>
	)
}

function NoVerdicts({ isVisitor }: { isVisitor: boolean }) {
	return (
		<EmptyState
			title="No verdicts yet"
			action={
				<div className="flex flex-wrap justify-center gap-3">
					<LinkButton to="/home">Rate somebody</LinkButton>
					{isVisitor ? (
						<LinkButton to="/auth" variant="secondary">
							Log in
						</LinkButton>
					) : null}
				</div>
			}
		>
			{isVisitor
				? 'What you say about a ride shows up here. Said it with an account? Then log in.'
				: 'What you say about a ride shows up here. The back seat is waiting.'}
		</EmptyState>
	)
}
