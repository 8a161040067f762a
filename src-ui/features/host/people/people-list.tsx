import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Person } from '#contract/host/people.ts'
import type { UserId } from '#contract/ids.ts'
import { Receipt } from '#look/receipt.tsx'
import { useMember } from '#ui/features/accounts/session/session-context.ts'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { SkeletonRow } from '#ui/kit/feedback/skeleton.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { peopleQuery } from './people.api.ts'
import { PersonDialog, usePersonDialog } from './person-dialog.tsx'
import { PersonRow } from './person-row.tsx'

const NOBODY: Person[] = []

/** Not suspended: the search stays while this loads or fails, and the list while the next letters are looked for. */
export function PeopleList({ search, onClear }: { search: string; onClear: () => void }) {
	const me = useMember()?.id
	const { ask, ...dialog } = usePersonDialog()
	const [firstNew, setFirstNew] = useState<{ search: string; id: UserId | undefined } | null>(null)
	const list = useRef<HTMLUListElement>(null)
	const query = useInfiniteQuery({ ...peopleQuery(search), placeholderData: keepPreviousData })
	const { data: found, error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = query
	const people = found ?? NOBODY

	const showMore = async () => {
		const { data } = await fetchNextPage()
		setFirstNew({ search, id: data?.[people.length]?.id })
	}

	/** To the row of this person, or of whoever comes next by name. Reads the page: the rows may be others than at first. */
	const focusBack = ({ id, username }: Person) => {
		const rows = [...(list.current?.querySelectorAll('li') ?? [])]
		const isAtOrAfter = ({ dataset }: HTMLElement) => (dataset.username ?? '').toLowerCase() >= username.toLowerCase()
		const row = rows.find(({ dataset }) => dataset.person === `${id}`) ?? rows.find(isAtOrAfter) ?? rows.at(-1)
		row?.querySelector('button')?.focus({ preventScroll: true })
	}

	if (!found && error && !isFetching) return <PeopleFailed error={error} onTryAgain={() => void query.refetch()} />
	return (
		<>
			<p role="status" className="sr-only">
				{found && !isPlaceholderData ? inWords(people.length, hasNextPage) : 'Looking...'}
			</p>
			{found ? null : <PeopleOnTheWay />}
			{found?.length === 0 ? <NobodyFound search={search} onClear={onClear} /> : null}
			{people.length > 0 ? (
				<Receipt torn="both" className="px-4 sm:px-7">
					<ul
						ref={list}
						aria-label="People"
						aria-busy={isPlaceholderData}
						className="@container transition-opacity aria-busy:opacity-60"
					>
						{people.map((person) => (
							<PersonRow
								key={person.id}
								person={person}
								isMe={person.id === me}
								onAsk={ask}
								isFirstNew={firstNew?.search === search && firstNew.id === person.id}
							/>
						))}
					</ul>
				</Receipt>
			) : null}
			{error && !isFetching ? (
				<Notice tone="error" title="The list is stuck in traffic">
					{serverMessage(error, 'What you see may be old. Please try again.')}
				</Notice>
			) : null}
			{hasNextPage && !isPlaceholderData ? (
				<PendingButton variant="secondary" isBlock isPending={isFetchingNextPage} onPress={() => void showMore()}>
					{isFetchingNextPage ? 'Calling the names...' : 'Show more'}
				</PendingButton>
			) : null}
			<PersonDialog {...dialog} isMe={dialog.asked?.person.id === me} focusBack={focusBack} />
		</>
	)
}

const inWords = (count: number, hasMore: boolean) => {
	if (count === 0) return 'Nobody found'
	if (count === 1 && !hasMore) return '1 person'
	return hasMore ? `The first ${count} people` : `${count} people`
}

function NobodyFound({ search, onClear }: { search: string; onClear: () => void }) {
	return (
		<EmptyState
			title="Nobody answers to that"
			action={
				<Button variant="secondary" size="sm" onPress={onClear}>
					Show everybody
				</Button>
			}
		>
			No name here has ‘<span className="wrap-anywhere">{search}</span>’ in it. Ghosts have a list of their own.
		</EmptyState>
	)
}

function PeopleOnTheWay() {
	return (
		<div className="flex flex-col gap-3">
			{[1, 2, 3, 4].map((row) => (
				<SkeletonRow key={row} />
			))}
		</div>
	)
}

function PeopleFailed({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
	return (
		<Notice
			tone="error"
			title="Nobody picks up"
			action={
				<Button variant="secondary" size="sm" onPress={onTryAgain}>
					Try again
				</Button>
			}
		>
			{serverMessage(error, 'The list of people did not arrive. Please try again.')}
		</Notice>
	)
}
