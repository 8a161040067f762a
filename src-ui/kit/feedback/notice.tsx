import type { ReactNode } from 'react'
import { classNames } from '#look/class-names.ts'
import { RoadSign } from '#look/shapes.tsx'

type NoticeProps = {
	tone: 'info' | 'warn' | 'error'
	title?: ReactNode
	children?: ReactNode
	action?: ReactNode
}

export function Notice({ tone, title, children, action }: NoticeProps) {
	return (
		<div
			ref={tone === 'error' ? scrollsIntoView : undefined}
			role={tone === 'info' ? 'status' : 'alert'}
			data-tone={tone}
			className="notice"
		>
			<RoadSign tone={tone} />
			<div className="notice-text">
				{title ? <p className="font-display text-[1.0625rem] leading-tight font-bold">{title}</p> : null}
				{children ? <div className="notice-said">{children}</div> : null}
				{action ? <div className="mt-2">{action}</div> : null}
			</div>
		</div>
	)
}

function scrollsIntoView(element: HTMLElement | null) {
	const frame = requestAnimationFrame(() => element?.scrollIntoView({ block: 'nearest' }))
	return () => cancelAnimationFrame(frame)
}

export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden="true" className={classNames('skeleton', className)} />
}

/** As high as a driver row of the home list, to avoid layout shift. */
export function SkeletonRow() {
	return (
		<div aria-hidden="true" data-skeleton-row className="sticker sticker-flat flex items-center gap-3 bg-surface p-3">
			<Skeleton className="size-12 rounded-full" />
			<div className="flex flex-1 flex-col gap-2">
				<Skeleton className="h-4 w-2/5" />
				<Skeleton className="h-3 w-1/4" />
			</div>
		</div>
	)
}
