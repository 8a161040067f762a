import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

export type PageProps = {
	children: ReactNode
	/** The primary action: within reach of the thumb on phones, under the content on wider screens. */
	action?: ReactNode
	width?: 'narrow' | 'wide'
}

/** What lies under the header: a full screen on phones, a sheet of paper on the road map on a desk. */
export function Page({ children, action, width = 'narrow' }: PageProps) {
	return (
		<main id="main" tabIndex={-1} className={classNames('page', width === 'wide' ? 'page-wide' : 'page-narrow')}>
			<div className="page-content">{children}</div>
			{action ? <BottomAction>{action}</BottomAction> : null}
		</main>
	)
}

function BottomAction({ children }: { children: ReactNode }) {
	const bar = useRef<HTMLDivElement>(null)
	// Toasts stay above whatever stands here, also while it grows.
	useEffect(() => {
		const element = bar.current
		if (!element) return
		const root = document.documentElement
		const observer = new ResizeObserver(() =>
			root.style.setProperty('--bottom-action-height', `${element.offsetHeight}px`),
		)
		observer.observe(element)
		return () => {
			observer.disconnect()
			root.style.removeProperty('--bottom-action-height')
		}
	}, [])
	return (
		<div ref={bar} className="page-action">
			{children}
		</div>
	)
}
