import { useInfiniteQuery } from '@tanstack/react-query'
import { listUsers } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t, tn } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { PagedList, stuckInTraffic } from '#ui/kit/feedback/paged-list.tsx'
import { api } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { useMember } from '#ui/session/session-context.ts'

const PAGE = 50
/** The server's limit per request; further members are found by search. */
const MOST = 500
const FRESH_MS = 5000

/** The newest members except the viewer; the server lists ghosts after them. Each page repeats the list so far plus fifty more. */
function useMembers(me: UserId | undefined) {
	return useInfiniteQuery({
		queryKey: userKeys.search('', PAGE),
		queryFn: ({ pageParam: limit }) => api.send(listUsers, { query: { limit } }),
		initialPageParam: PAGE,
		getNextPageParam: (users, _, limit) =>
			users.length < limit || users.at(-1)?.isGhost || limit >= MOST ? undefined : limit + PAGE,
		// One page is enough, because the next page contains all earlier rows.
		getPreviousPageParam: () => undefined,
		maxPages: 1,
		staleTime: FRESH_MS,
		// A lone member waits for others to sign up, and sign-ups send no live event.
		refetchInterval: ({ state: { data } }) => (isAlone(data?.pages[0]) ? FRESH_MS : false),
		select: ({ pages }) => pages.flat().filter(({ id, isGhost }) => id !== me && !isGhost),
	})
}

const isAlone = (users: PublicUser[] | undefined) => users?.filter(({ isGhost }) => !isGhost).length === 1

type AlreadyHereProps = { onPick: (person: PublicUser) => void }

export function AlreadyHere({ onPick }: AlreadyHereProps) {
	const query = useMembers(useMember()?.id)
	return (
		<section aria-labelledby="already-here" className="already-here">
			<h2 id="already-here">{t('Already here')}</h2>
			<PagedList
				query={query}
				loading={t('Loading the people...')}
				failed={() => stuckInTraffic(t('The people are stuck in traffic'))}
				onTheWay={<FacesOnTheWay />}
				moreOnTheWay={t('Looking in the back...')}
				empty={
					<EmptyState title={t('Nobody but you')}>
						{t('You are the first one in the car. Add somebody new, or send the others here.')}
					</EmptyState>
				}
			>
				{(people, firstNew) => (
					<>
						<ul className="faces">
							{people.map((person) => (
								<li key={person.id} ref={firstNew(person)}>
									<Face person={person} onPick={onPick} />
								</li>
							))}
						</ul>
						{people.length >= MOST - 1 ? (
							<p className="mt-6 text-center text-muted">
								{tn(
									'This is the newest # person. The search above finds everybody else; this bus has no more rows.',
									'These are the newest # people. The search above finds everybody else; this bus has no more rows.',
									people.length,
								)}
							</p>
						) : null}
					</>
				)}
			</PagedList>
		</section>
	)
}

function Face({ person, onPick }: AlreadyHereProps & { person: PublicUser }) {
	const name = nameOf(person)
	return (
		<button type="button" className="face" onClick={() => onPick(person)}>
			<Avatar avatarId={person.avatarId} name={name} size="lg" />
			<span className="face-name">{name}</span>
		</button>
	)
}

/** As high as two rows of faces. */
const FacesOnTheWay = () => (
	<div className="faces" aria-hidden="true">
		{[1, 2, 3, 4, 5, 6].map((face) => (
			<span key={face} className="face">
				<Skeleton className="avatar size-20 rounded-full" />
				<span className="face-name">&nbsp;</span>
			</span>
		))}
	</div>
)
