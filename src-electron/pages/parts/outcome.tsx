import type { ReactNode } from 'react'

/** Beside what was pressed. Always there and live, so that words are read out when they come. */
export function Outcome({ children, isBad, id }: { children?: ReactNode; isBad?: boolean; id?: string }) {
	return (
		<div id={id} aria-live="polite" className="outcome" data-tone={isBad ? 'bad' : undefined}>
			{children}
		</div>
	)
}
