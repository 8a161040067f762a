import type { ReactNode } from 'react'
import { classNames } from '#look/class-names.ts'
import { StandingComplaint } from '#ui/kit/feedback/standing-complaint.tsx'

type PageProps = {
	/** The screen's subject. Laptops show it in a left column of its own. */
	lead?: ReactNode
	children: ReactNode
	/** Follows the content, on phones after the aside. */
	more?: ReactNode
	/** After the content on phones; on laptops at the end of the other column or after the form's action. */
	aside?: ReactNode
	action?: ReactNode
	/**
	 * Position of the action on laptops. 'lead': below the lead. 'content': below the content, followed by the aside.
	 * 'form': below the form that it submits. The aside is then fixed above the action on phones and below the lead
	 * on laptops.
	 */
	actionBelow?: 'lead' | 'content' | 'form'
	/**
	 * 'columns' matches a page with a lead, for its loading state. 'cards' is for lists shown as a grid on laptops, with
	 * the action above. 'wide' is for tables.
	 */
	width?: 'narrow' | 'columns' | 'cards' | 'wide'
}

export function Page(props: PageProps) {
	const { lead, children, aside, more, action, actionBelow = 'lead', width = lead ? 'columns' : 'narrow' } = props
	return (
		<main
			id="main"
			tabIndex={-1}
			className={classNames(
				'page',
				`page-${width}`,
				width === 'cards' && 'page-columns',
				lead !== undefined && `page-action-below-${actionBelow}`,
			)}
		>
			{lead ? <div className="page-lead">{lead}</div> : null}
			<div className="page-content">{children}</div>
			{aside ? <div className="page-aside">{aside}</div> : null}
			{more ? <div className="page-more">{more}</div> : null}
			{action ? (
				<div className="page-action">
					<div ref={takesBottomSpace} className="page-action-buttons">
						{action}
						<StandingComplaint />
					</div>
				</div>
			) : (
				<StandingComplaint isAlone />
			)}
		</main>
	)
}

const heights = new Map<HTMLElement, number>()

/**
 * Ref for the element fixed at the bottom on phones. Publishes its height as --bottom-action-height, which toasts stay
 * above.
 */
export function takesBottomSpace(element: HTMLElement | null) {
	if (!element) return
	const tellHeight = () => setLength('--bottom-action-height', heights.size > 0 ? Math.max(...heights.values()) : 0)
	const stopWatching = watchHeight(element, (height) => {
		heights.set(element, height)
		tellHeight()
	})
	return () => {
		stopWatching()
		heights.delete(element)
		tellHeight()
	}
}

/** Calls `onHeight` now and on each change; returns a function that stops it. */
export function watchHeight(element: HTMLElement, onHeight: (pixels: number) => void): () => void {
	const observer = new ResizeObserver(() => onHeight(element.offsetHeight))
	observer.observe(element)
	return () => observer.disconnect()
}

export const setLength = (name: `--${string}`, pixels: number) =>
	document.documentElement.style.setProperty(name, `${pixels}px`)
