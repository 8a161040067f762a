import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { GivenRating } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { CameAlongReceipt } from '#ui/features/ratings/came-along/came-along-receipt.tsx'
import { cameAlongQuery } from '#ui/features/ratings/came-along/leave-behind.ts'
import { JudgingReceipt, judgingQuery } from '#ui/features/ratings/judging-receipt.tsx'
import { givenRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { useNewReplies } from '#ui/features/ratings/replies/new-replies.ts'
import { NewRepliesNote } from '#ui/features/ratings/replies/new-replies-note.tsx'
import { GivenVerdict } from '#ui/features/ratings/verdict-receipts.tsx'
import { Button } from '#ui/kit/button.tsx'
import { CookiesBlocked } from '#ui/kit/feedback/cookies-blocked.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { PagedList } from '#ui/kit/feedback/paged-list.tsx'
import { useFocusAfterRemoval } from '#ui/kit/lost-focus.ts'
import { BackLink, LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { hasStatus } from '#ui/platform/api-client.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useSession, useViewer } from '#ui/session/session-context.ts'
import { BroughtVerdicts, FROM_BEFORE, FromBefore } from './from-before.tsx'
import { noteGuestRatings } from './guest-ratings.memory.ts'

const NOTHING: GivenRating[] = []

export function MyVerdictsScreen() {
	const heading = useRef<HTMLHeadingElement>(null)
	const { kind } = useViewer()
	const isFromBefore = useLocation({ select: ({ hash }) => hash === FROM_BEFORE })
	return (
		<Page>
			<PageTitle>{t('My verdicts')}</PageTitle>
			<div className="mb-5 flex items-start gap-1">
				<BackLink to="/home" label={t('Back to Home')} />
				<div>
					<h1 ref={heading} tabIndex={-1} className="outline-none">
						{t('My verdicts')}
					</h1>
					<p className="mt-1.5 text-muted">
						{isFromBefore
							? t('What you said elsewhere, newest first.')
							: t('What you said, newest first. For 24 hours you can change it or take it back.')}
					</p>
				</div>
			</div>
			{/* After the session ends the server would only return a guest's ratings. */}
			{kind === 'ended' ? <SessionEnded /> : isFromBefore ? <BroughtVerdicts /> : <Verdicts heading={heading} />}
			{/* Members find it in their menu. */}
			{kind === 'visitor' ? (
				<p className="mt-6 text-center">
					<LinkButton to="/glovebox" variant="quiet" size="sm">
						{t('Trips and what you sent are in the glovebox')}
					</LinkButton>
				</p>
			) : null}
		</Page>
	)
}

function Verdicts({ heading }: { heading: RefObject<HTMLElement | null> }) {
	const { kind } = useViewer()
	const query = useInfiniteQuery(givenRatingsQuery)
	const { data: verdicts, error, fetchNextPage, refetch } = query
	const hasCameAlong = kind === 'member' && verdicts?.some(({ cameAlong }) => cameAlong) === true
	const cameAlong = useQuery({ ...cameAlongQuery, enabled: hasCameAlong })
	// Stays when the last one was left behind, to confirm it.
	const [isListed, setIsListed] = useState(false)
	if (hasCameAlong && cameAlong.data && !isListed) setIsListed(true)
	// The list waits for the receipts above it, which would otherwise push it down.
	const judging = useQuery(judgingQuery)
	const data = judging.isPending || (hasCameAlong && cameAlong.isPending) ? undefined : verdicts
	const isEmptyForGuest = kind === 'visitor' && verdicts?.length === 0
	useEffect(() => {
		if (isEmptyForGuest) noteGuestRatings(false)
	}, [isEmptyForGuest])

	const list = useRef<HTMLUListElement>(null)
	useFocusAfterRemoval(verdicts ?? NOTHING, (place) => {
		const rows = [...(list.current?.children ?? [])]
		return (rows[place] ?? rows.at(-1))?.querySelector('a') ?? heading.current
	})

	useLinkedVerdict({ list, verdicts: data, ...query })

	const { isNew, further } = useNewReplies(data ?? NOTHING, { isWholeList: !query.hasNextPage })
	const showFirstNew = () => {
		const place = verdicts?.findIndex(isNew) ?? -1
		list.current?.children[place]?.querySelector('a')?.focus()
	}

	// The last rating of the list was taken back elsewhere, so the cursor for the next page is unknown.
	const showMore = async () => {
		const answer = await fetchNextPage()
		return hasStatus(answer.error, 400) ? refetch() : answer
	}

	return (
		<>
			{isListed && cameAlong.data ? (
				<div className="mb-6">
					<CameAlongReceipt ratings={cameAlong.data} />
				</div>
			) : null}
			<PagedList
				query={{ ...query, data, error: verdicts && hasStatus(error, 400) ? null : error, fetchNextPage: showMore }}
				loading={t('Loading your verdicts...')}
				failed={() => ({
					title: t('Your verdicts are stuck in traffic'),
					text: t('They are safe, but did not arrive here.'),
				})}
				moreOnTheWay={t('Show more')}
				empty={<NoVerdicts isVisitor={kind === 'visitor'} />}
			>
				{(verdicts) => (
					<>
						<NewRepliesNote answered={verdicts.filter(isNew)} further={further} onShow={showFirstNew} />
						<JudgingReceipt judging={judging.data} />
						<ul ref={list} className="flex flex-col gap-6">
							{verdicts.filter(isGivenHere).map((verdict) => (
								<GivenVerdict key={verdict.id} verdict={verdict} isReplyNew={isNew(verdict)} />
							))}
						</ul>
						<FromBefore verdicts={verdicts.filter((verdict) => !isGivenHere(verdict))} />
					</>
				)}
			</PagedList>
		</>
	)
}

const isGivenHere = ({ broughtAt }: GivenRating) => broughtAt === undefined

/** Further down, a verdict is left to the reader. */
const LOOKED_THROUGH = 200

type LinkedVerdict = {
	list: RefObject<HTMLUListElement | null>
	verdicts: readonly GivenRating[] | undefined
	hasNextPage: boolean
	isFetching: boolean
	fetchNextPage: () => unknown
}

/** Goes to the verdict that the address names, `#verdict-7`, on whichever page of the list it is. */
function useLinkedVerdict({ list, verdicts, hasNextPage, isFetching, fetchNextPage }: LinkedVerdict) {
	const linked = useLocation({ select: ({ hash }) => Number(/^verdict-(\d+)$/.exec(hash)?.[1]) })
	const [isDone, setIsDone] = useState(Number.isNaN(linked))
	useEffect(() => {
		if (isDone || !verdicts) return
		const index = verdicts.findIndex(({ id }) => id === linked)
		if (index >= 0) {
			const row = list.current?.children[index]
			row?.querySelector('a')?.focus({ preventScroll: true })
			row?.scrollIntoView({ block: 'center' })
			setIsDone(true)
		} else if (!hasNextPage || verdicts.length >= LOOKED_THROUGH) setIsDone(true)
		else if (!isFetching) void fetchNextPage()
	}, [isDone, verdicts, linked, list, hasNextPage, isFetching, fetchNextPage])
}

function SessionEnded() {
	const session = useSession()
	return (
		<EmptyState
			title={t('Your verdicts are still in the car')}
			action={
				<Button variant="secondary" onPress={() => session.logInAgain.set(true)}>
					{t('Show my verdicts')}
				</Button>
			}
		>
			{t('Log in again, and here they are.')}
		</EmptyState>
	)
}

function NoVerdicts({ isVisitor }: { isVisitor: boolean }) {
	return (
		<EmptyState
			title={t('No verdicts yet')}
			action={
				<div className="flex flex-wrap justify-center gap-3">
					<LinkButton to="/home">{t('Rate somebody')}</LinkButton>
					{isVisitor ? (
						<LinkButton to="/auth" variant="secondary">
							{t('Log in')}
						</LinkButton>
					) : null}
				</div>
			}
		>
			{isVisitor ? (
				<CookiesBlocked>{t('What you say as a guest cannot be found again in this browser.')}</CookiesBlocked>
			) : null}
			{isVisitor
				? t('What you say about a ride shows up here. Said it with an account? Then log in.')
				: t('What you say about a ride shows up here. The back seat is waiting.')}
		</EmptyState>
	)
}
