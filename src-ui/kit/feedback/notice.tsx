import type { ReactNode } from 'react'

export type NoticeProps = {
	tone: 'info' | 'warn' | 'error'
	title?: ReactNode
	children?: ReactNode
	action?: ReactNode
}

/** A sign beside the road. Warnings and errors are read out at once. */
export function Notice({ tone, title, children, action }: NoticeProps) {
	return (
		<div role={tone === 'info' ? 'status' : 'alert'} data-tone={tone} className="notice">
			<RoadSign tone={tone} />
			<div className="flex min-w-0 flex-1 flex-col gap-1">
				{title ? <p className="font-display text-[1.0625rem] leading-tight font-bold">{title}</p> : null}
				{children ? <div className="text-[0.9375rem] leading-snug">{children}</div> : null}
				{action ? <div className="mt-2">{action}</div> : null}
			</div>
		</div>
	)
}

function RoadSign({ tone }: { tone: NoticeProps['tone'] }) {
	return (
		<svg aria-hidden="true" width="34" height="34" viewBox="0 0 32 32" className="notice-sign" strokeWidth="2.4">
			{tone === 'info' ? <rect x="3" y="3" width="26" height="26" rx="6" /> : null}
			{tone === 'warn' ? <rect x="6" y="6" width="20" height="20" rx="3.5" transform="rotate(45 16 16)" /> : null}
			{tone === 'error' ? (
				<path d="M10.8 3h10.4L29 10.8v10.4L21.2 29H10.8L3 21.2V10.8z" strokeLinejoin="round" />
			) : null}
			{tone === 'info' ? (
				<path d="M16 15v7M16 9.8v.1" strokeWidth="3.4" strokeLinecap="round" />
			) : (
				<path d="M16 9.5v7.5M16 21.8v.1" strokeWidth="3.4" strokeLinecap="round" />
			)}
		</svg>
	)
}
