import { type ReactNode, type Ref, useState } from 'react'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { nextPage } from '#ui/platform/query-client.ts'
import { Loaded, type LoadedProps } from './loaded.tsx'
import { SkeletonRow } from './notice.tsx'

type PagedListProps<Item> = Partial<Pick<LoadedProps<Item[]>, 'loading' | 'onTheWay' | 'failed'>> & {
	query: LoadedProps<Item[]>['query'] & {
		hasNextPage: boolean
		isFetchingNextPage: boolean
		fetchNextPage: () => Promise<{
			data?: Item[] | undefined
			isSuccess: boolean
			hasNextPage?: boolean
			isFetchNextPageError?: boolean
		}>
	}
	/** What is in it: 'ghosts'. */
	what: string
	/** Instead of an empty list. */
	empty: ReactNode
	/** What the button says while more is on its way. */
	moreOnTheWay?: string
	/** Below a list that could not be brought up to date, or go on. */
	stale?: (error: unknown) => ReactNode
	/** `firstNew`: for the row of each item; the first that 'Show more' brought takes the focus. */
	children: (items: Item[], firstNew: (item: Item) => Ref<HTMLLIElement>) => ReactNode
}

/** A list that comes page by page: on its way, stuck, empty, or there with a way to more of it. */
export function PagedList<Item extends { id: number }>({
	query,
	what,
	loading = `Loading the ${what}...`,
	onTheWay = <Rows />,
	failed = () => ({
		title: `The ${what} are stuck in traffic`,
		text: 'Nothing is lost, but the list did not arrive here.',
	}),
	empty,
	moreOnTheWay = 'Rewinding...',
	stale = thatDidNotArrive,
	children,
}: PagedListProps<Item>) {
	const { data: items, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = query
	const [firstNew, setFirstNew] = useState<number | null>(null)

	const showMore = async () => {
		const known = items?.length ?? 0
		const { data, isFetchNextPageError } = await nextPage(fetchNextPage, ({ data }) => (data?.length ?? 0) > known)
		if (!isFetchNextPageError) setFirstNew(data?.[known]?.id ?? null)
	}
	// The button that had the focus is further down now, or gone. Once: a row that comes back later takes nothing.
	const takeFocus = (row: HTMLElement | null) => {
		if (!row) return
		row.tabIndex = -1
		row.focus()
		setFirstNew(null)
	}

	return (
		<Loaded query={query} loading={loading} onTheWay={onTheWay} failed={failed}>
			{(items) =>
				items.length === 0 ? (
					empty
				) : (
					<>
						{children(items, ({ id }) => (id === firstNew ? takeFocus : null))}
						{hasNextPage ? (
							<PendingButton
								variant="secondary"
								isBlock
								className="mt-6"
								isPending={isFetchingNextPage}
								onPress={() => void showMore()}
							>
								{isFetchingNextPage ? moreOnTheWay : 'Show more'}
							</PendingButton>
						) : null}
						{error && !isFetching ? stale(error) : null}
					</>
				)
			}
		</Loaded>
	)
}

const thatDidNotArrive = () => (
	<p role="alert" className="mt-3 text-center text-muted">
		That did not arrive. Please try again.
	</p>
)

const Rows = () => (
	<div className="flex flex-col gap-4">
		{[1, 2, 3].map((row) => (
			<SkeletonRow key={row} />
		))}
	</div>
)
