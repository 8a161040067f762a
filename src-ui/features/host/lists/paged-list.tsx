import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { SkeletonRow } from '#ui/kit/feedback/skeleton.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'

type PagedListProps<Item> = {
	query: UseInfiniteQueryResult<Item[]>
	/** What is in it: 'ghosts'. */
	what: string
	/** Where 'The ghosts are stuck in traffic' would not be a sentence. */
	whenStuck?: { title: string; text: string }
	/** In the shape of what comes; a few rows without it. */
	onTheWay?: ReactNode
	/** Instead of an empty list. */
	empty: ReactNode
	/** `firstNew`: the first of what 'Show more' brought, for `takeFocus`. */
	children: (items: Item[], firstNew: number | null) => ReactNode
}

/** A list that comes page by page: on its way, stuck, empty, or there with a way to more of it. */
export function PagedList<Item extends { id: number }>(props: PagedListProps<Item>) {
	const { query, what, whenStuck, onTheWay = <Rows />, empty, children } = props
	const { data: items, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
	const [firstNew, setFirstNew] = useState<number | null>(null)

	const showMore = async () => {
		const { data, isFetchNextPageError } = await fetchNextPage()
		if (!isFetchNextPageError) setFirstNew(data?.[items?.length ?? 0]?.id ?? null)
	}

	if (!items && error && !isFetching) {
		const { title, text } = whenStuck ?? { title: `The ${what} are stuck in traffic`, text: LIST_FAILED }
		return <ListFailed title={title} text={text} onTryAgain={() => void refetch()} />
	}
	if (!items)
		return (
			<>
				<p role="status" className="sr-only">
					Loading the {what}...
				</p>
				{onTheWay}
			</>
		)
	if (items.length === 0) return empty
	return (
		<>
			{children(items, firstNew)}
			{hasNextPage ? (
				<PendingButton
					variant="secondary"
					isBlock
					className="mt-6"
					isPending={isFetchingNextPage}
					onPress={() => void showMore()}
				>
					{isFetchingNextPage ? 'Rewinding...' : 'Show more'}
				</PendingButton>
			) : null}
			{error && !isFetching ? (
				<p role="alert" className="mt-3 text-center text-muted">
					That did not arrive. Please try again.
				</p>
			) : null}
		</>
	)
}

const LIST_FAILED = 'Nothing is lost, but the list did not arrive here.'

function Rows() {
	return (
		<div className="flex flex-col gap-4">
			{[1, 2, 3].map((row) => (
				<SkeletonRow key={row} />
			))}
		</div>
	)
}

type ListFailedProps = { title: string; text: string; onTryAgain: () => void }

function ListFailed({ title, text, onTryAgain }: ListFailedProps) {
	return (
		<Notice
			tone="error"
			title={title}
			action={
				<Button variant="secondary" size="sm" onPress={onTryAgain}>
					Try again
				</Button>
			}
		>
			{text}
		</Notice>
	)
}
