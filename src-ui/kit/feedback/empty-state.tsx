import type { ReactNode } from 'react'

type EmptyStateProps = {
	art?: ReactNode
	title: ReactNode
	children?: ReactNode
	action?: ReactNode
	headingLevel?: 'h1' | 'h2'
}

export function EmptyState({ art, title, children, action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
	return (
		<div className="flex flex-col items-center gap-3 py-8 text-center">
			{art ?? <EmptyRoad />}
			<Heading className="text-2xl">{title}</Heading>
			{children ? (
				<div className="max-w-[min(24rem,100%)] text-balance text-muted *:text-balance">{children}</div>
			) : null}
			{action ? <div className="mt-2">{action}</div> : null}
		</div>
	)
}

function EmptyRoad() {
	return (
		<svg aria-hidden="true" width="190" height="130" viewBox="0 0 190 130" className="text-outline">
			<clipPath id="empty-road-frame">
				<rect x="2" y="2" width="186" height="126" rx="18" />
			</clipPath>
			<g clipPath="url(#empty-road-frame)">
				<path d="M0 0h190v78H0z" className="fill-sky" />
				<circle cx="146" cy="34" r="15" className="fill-taxi" stroke="#1c1a27" strokeWidth="3" />
				<path
					d="M0 74c24-26 42-26 64-6 18-22 44-24 66 0 16-12 38-12 60 2v70H0z"
					className="fill-mint"
					stroke="#1c1a27"
					strokeWidth="3"
				/>
				<path d="M86 76h18l46 62H40z" className="fill-asphalt" />
				<path d="M95 80v7M95 94v10M95 112v16" stroke="#ffc62b" strokeWidth="4" strokeLinecap="round" />
				<path d="M26 120V96M20 96h12" stroke="#1c1a27" strokeWidth="3" strokeLinecap="round" />
				<rect x="14" y="80" width="24" height="16" rx="3" className="fill-paper" stroke="#1c1a27" strokeWidth="3" />
				<path d="M20 88h12" stroke="#1c1a27" strokeWidth="2.5" strokeLinecap="round" />
			</g>
			<rect x="2" y="2" width="186" height="126" rx="18" fill="none" stroke="currentColor" strokeWidth="3" />
		</svg>
	)
}
