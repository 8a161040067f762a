import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUsers, type PublicUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { PagedList } from '#ui/kit/feedback/paged-list.tsx'
import { SearchField } from '#ui/kit/forms/search-field.tsx'
import { BareLink, LinkButton } from '#ui/kit/navigation/link.tsx'
import { api } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { useMember } from '#ui/session/session-context.ts'

const PAGE = 50
/** The server's limit per request; further members are found by search. */
const MOST = 500
/** The server ignores single-letter searches. */
const SEARCH_MIN = 2
const FRESH_MS = 5000

/** The newest members except the viewer; the server lists ghosts after them. Each page repeats the list so far plus fifty more. */
function useMembers(search: string, me: UserId | undefined) {
	return useInfiniteQuery({
		queryKey: userKeys.search(search, PAGE),
		queryFn: ({ pageParam: limit }) => api.send(listUsers, { query: { limit, ...(search && { search }) } }),
		initialPageParam: PAGE,
		getNextPageParam: (users, _, limit) =>
			users.length < limit || users.at(-1)?.isGhost || limit >= MOST ? undefined : limit + PAGE,
		// One page is enough, because the next page contains all earlier rows.
		getPreviousPageParam: () => undefined,
		maxPages: 1,
		placeholderData: keepPreviousData,
		staleTime: FRESH_MS,
		// A lone member waits for others to sign up, and sign-ups send no live event.
		refetchInterval: ({ state: { data } }) => (search === '' && isAlone(data?.pages[0]) ? FRESH_MS : false),
		select: ({ pages }) => pages.flat().filter(({ id, isGhost }) => id !== me && !isGhost),
	})
}

const isAlone = (users: PublicUser[] | undefined) => users?.filter(({ isGhost }) => !isGhost).length === 1

type AlreadyHereProps = {
	/** Without it, a face leads to the rating page, and the list has a search field of its own. */
	onPick?: (person: PublicUser) => void
}

export function AlreadyHere({ onPick }: AlreadyHereProps) {
	const me = useMember()?.id
	const [typed, setTyped] = useState('')
	const search = typed.length < SEARCH_MIN ? '' : typed
	const query = useMembers(search, me)
	const isNobodyHere = search === '' && query.data?.length === 0
	return (
		<section aria-labelledby="already-here" className="already-here">
			<h2 id="already-here">Already here</h2>
			{!onPick && !isNobodyHere ? (
				<SearchField
					label="Search everybody"
					isLabelHidden
					placeholder="Any part of a name"
					search={typed}
					onSearch={setTyped}
				/>
			) : null}
			<PagedList
				query={query}
				what="people"
				onTheWay={<FacesOnTheWay />}
				moreOnTheWay="Looking in the back..."
				empty={
					search ? (
						<NobodyCalled name={search} />
					) : (
						<EmptyState title="Nobody but you">
							You are the first one in the car. Add somebody new, or send the others here.
						</EmptyState>
					)
				}
			>
				{(people, firstNew) => (
					<>
						{search ? (
							<p role="status" className="text-sm text-muted">
								{people.length === 1 ? '1 person is' : `${people.length}${query.hasNextPage ? '+' : ''} people are`}{' '}
								called "{search}"
							</p>
						) : null}
						<ul className="faces">
							{people.map((person) => (
								<li key={person.id} ref={firstNew(person)}>
									<Face person={person} onPick={onPick} />
								</li>
							))}
						</ul>
					</>
				)}
			</PagedList>
		</section>
	)
}

function Face({ person, onPick }: AlreadyHereProps & { person: PublicUser }) {
	const name = nameOf(person)
	const looks = (
		<>
			<Avatar avatarId={person.avatarId} name={name} size="lg" />
			<span className="face-name">{name}</span>
		</>
	)
	if (onPick)
		return (
			<button type="button" className="face" onClick={() => onPick(person)}>
				{looks}
			</button>
		)
	return (
		<BareLink to="/rating/$id" params={{ id: person.id }} className="face">
			{looks}
		</BareLink>
	)
}

function NobodyCalled({ name }: { name: string }) {
	return (
		<div className="flex flex-col items-start gap-3">
			<p role="status" className="wrap-anywhere text-muted">
				Nobody here is called "{name}".
			</p>
			<LinkButton
				to="/add-driver"
				search={{ tab: 'new', name }}
				variant="secondary"
				size="sm"
				className="wrap-anywhere"
			>
				Add "{name}" as a new driver
			</LinkButton>
		</div>
	)
}

const FacesOnTheWay = () => (
	<div className="faces" aria-hidden="true">
		{[1, 2, 3].map((face) => (
			<Skeleton key={face} className="size-20 justify-self-center rounded-full" />
		))}
	</div>
)
