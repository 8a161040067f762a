import type { ReactNode } from 'react'
import { classNames } from '#look/class-names.ts'
import { takesBottomSpace } from './bottom-space.ts'

export type PageProps = {
	children: ReactNode
	/** The primary action: within reach of the thumb on phones, under the content on wider screens. */
	action?: ReactNode
	/** Below the action, and never in the way: it stays at the end of the page. */
	footnote?: ReactNode
	width?: 'narrow' | 'wide'
}

/** The screen below the header: a full screen on phones, a sheet of paper on the road map on a desk. */
export function Page({ children, action, footnote, width = 'narrow' }: PageProps) {
	return (
		<main id="main" tabIndex={-1} className={classNames('page', width === 'wide' ? 'page-wide' : 'page-narrow')}>
			<div className="page-content">{children}</div>
			{action ? (
				<div ref={takesBottomSpace} className="page-action">
					{action}
				</div>
			) : null}
			{footnote ? <div className="page-footnote">{footnote}</div> : null}
		</main>
	)
}
