import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { SkeletonRow } from '#ui/kit/feedback/skeleton.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'

type PagedListProps<Item> = {
	query: UseInfiniteQueryResult<Item[]>
	/** What is in it: 'ghosts'. */
	what: string
	/** Instead of an empty list. */
	empty: ReactNode
	children: (items: Item[]) => ReactNode
}

/** A list that comes page by page: on its way, stuck, empty, or there with a way to more of it. */
export function PagedList<Item>({ query, what, empty, children }: PagedListProps<Item>) {
	const { data: items, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
	if (!items && error && !isFetching) return <ListFailed what={what} onTryAgain={() => void refetch()} />
	if (!items) return <ListOnTheWay what={what} />
	if (items.length === 0) return empty
	return (
		<>
			{children(items)}
			{hasNextPage ? (
				<PendingButton
					variant="secondary"
					isBlock
					className="mt-6"
					isPending={isFetchingNextPage}
					onPress={() => void fetchNextPage()}
				>
					Show more
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

function ListOnTheWay({ what }: { what: string }) {
	return (
		<div className="flex flex-col gap-4">
			<p role="status" className="sr-only">
				Loading the {what}...
			</p>
			{[1, 2, 3].map((row) => (
				<SkeletonRow key={row} />
			))}
		</div>
	)
}

function ListFailed({ what, onTryAgain }: { what: string; onTryAgain: () => void }) {
	return (
		<Notice
			tone="error"
			title={`The ${what} are stuck in traffic`}
			action={
				<Button variant="secondary" size="sm" onPress={onTryAgain}>
					Try again
				</Button>
			}
		>
			Nothing is lost, but the list did not arrive here.
		</Notice>
	)
}
