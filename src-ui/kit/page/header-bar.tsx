import type { ReactNode } from 'react'

/** The strip at the top of every screen but the splash. `start` holds the logo, `end` what belongs to the person. */
export function HeaderBar({ start, end }: { start: ReactNode; end: ReactNode }) {
	return (
		<header className="header-bar @container">
			<div className="header-bar-row">
				<div className="min-w-0">{start}</div>
				<div className="flex min-w-0 items-center gap-1">{end}</div>
			</div>
		</header>
	)
}
