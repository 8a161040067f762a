import type { ReactNode } from 'react'
import { TryAgain } from '#ui/kit/button.tsx'
import { Notice } from './notice.tsx'

export type LoadedProps<Data> = {
	query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
	/** Read out while it is on its way. */
	loading?: string
	/** In the shape of what comes. */
	onTheWay: ReactNode
	failed: (error: unknown) => { title: string; text: string }
	children: (data: Data) => ReactNode
}

/** What a query brings, its place while it is on its way, or a way to ask again. The rest of the screen stays meanwhile. */
export function Loaded<Data>({ query, loading, onTheWay, failed, children }: LoadedProps<Data>) {
	const { data, error, isFetching, refetch } = query
	if (data !== undefined) return children(data)
	if (error && !isFetching) {
		const { title, text } = failed(error)
		return (
			<Notice tone="error" title={title} action={<TryAgain onPress={() => void refetch()} />}>
				{text}
			</Notice>
		)
	}
	return (
		<>
			{loading ? (
				<p role="status" className="sr-only">
					{loading}
				</p>
			) : null}
			{onTheWay}
		</>
	)
}
