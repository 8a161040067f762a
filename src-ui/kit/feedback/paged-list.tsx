import { type ReactNode, type Ref, useState } from 'react'
import { t } from '#contract/text.ts'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { nextPage } from '#ui/platform/query-client.ts'
import { Loaded, type LoadedProps } from './loaded.tsx'
import { SkeletonRow } from './notice.tsx'

type PagedListProps<Item> = Pick<LoadedProps<Item[]>, 'loading' | 'failed'> & {
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
	onTheWay?: ReactNode
	empty: ReactNode
	moreOnTheWay?: string
	stale?: (error: unknown) => ReactNode
	/** Attach `firstNew` to each row: the first row that 'Show more' added takes the focus. */
	children: (items: Item[], firstNew: (item: Item) => Ref<HTMLLIElement>) => ReactNode
}

export function PagedList<Item extends { id: number }>({
	query,
	loading,
	onTheWay = <Rows />,
	failed,
	empty,
	// Translators: a list is loading more, as if a tape were wound
	moreOnTheWay = t('Rewinding...'),
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
	// The button moved down or disappeared. Focuses once: a remounted row must not take the focus again.
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
								{isFetchingNextPage ? moreOnTheWay : t('Show more')}
							</PendingButton>
						) : null}
						{error && !isFetching ? stale(error) : null}
					</>
				)
			}
		</Loaded>
	)
}

/** `title` as in 'The ghosts are stuck in traffic'. */
export const stuckInTraffic = (title: string) => ({
	title,
	text: t('Nothing is lost, but the list did not arrive here.'),
})

const thatDidNotArrive = () => (
	<p role="alert" className="mt-3 text-center text-muted">
		{t('That did not arrive. Please try again.')}
	</p>
)

const Rows = () => (
	<div className="flex flex-col gap-4">
		{[1, 2, 3].map((row) => (
			<SkeletonRow key={row} />
		))}
	</div>
)
