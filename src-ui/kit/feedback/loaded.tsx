import type { ReactNode } from 'react'
import { TryAgain } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'

export type LoadedProps<Data> = {
	query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
	loading?: string
	onTheWay: ReactNode
	failed: (error: unknown) => { title: string; text: string }
	children: (data: Data) => ReactNode
}

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

export function Spinner({ label, size = 56 }: { label: string; size?: number }) {
	return (
		<div role="status" className="flex flex-col items-center gap-3 py-10 text-center font-semibold text-muted">
			<svg
				aria-hidden="true"
				className="steering-wheel text-ink"
				width={size}
				height={size}
				viewBox="0 0 48 48"
				fill="none"
				stroke="currentColor"
				strokeLinecap="round"
			>
				<circle cx="24" cy="24" r="19" strokeWidth="7" />
				<circle cx="24" cy="24" r="19" strokeWidth="2" className="stroke-taxi" strokeDasharray="9 6" />
				<path d="M6 22h36M24 26v16" strokeWidth="5" />
				<circle cx="24" cy="23" r="6.5" className="fill-taxi" strokeWidth="3" />
			</svg>
			{label}
		</div>
	)
}
