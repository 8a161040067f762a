import type { ReactNode } from 'react'
import { RoadSign } from '#look/shapes.tsx'

export type NoticeProps = {
	tone: 'info' | 'warn' | 'error'
	title?: ReactNode
	children?: ReactNode
	action?: ReactNode
}

/** A message in the page, with a road sign. Warnings and errors are read out at once. */
export function Notice({ tone, title, children, action }: NoticeProps) {
	return (
		<div
			ref={tone === 'error' ? scrollsIntoView : undefined}
			role={tone === 'info' ? 'status' : 'alert'}
			data-tone={tone}
			className="notice"
		>
			<RoadSign tone={tone} />
			<div className="flex min-w-0 flex-1 flex-col gap-1">
				{title ? <p className="font-display text-[1.0625rem] leading-tight font-bold">{title}</p> : null}
				{children ? <div className="text-[0.9375rem] leading-snug">{children}</div> : null}
				{action ? <div className="mt-2">{action}</div> : null}
			</div>
		</div>
	)
}

function scrollsIntoView(element: HTMLElement | null) {
	const frame = requestAnimationFrame(() => element?.scrollIntoView({ block: 'nearest' }))
	return () => cancelAnimationFrame(frame)
}
