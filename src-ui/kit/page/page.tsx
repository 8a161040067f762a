import type { ReactNode } from 'react'
import { classNames } from '#look/class-names.ts'
import { StandingComplaint } from '#ui/kit/feedback/standing-complaint.tsx'

type PageProps = {
	/** Who or what the screen is about. With it there are two columns on laptops, this one on the left. */
	lead?: ReactNode
	children: ReactNode
	/** What goes on below the content, on phones below the aside. */
	more?: ReactNode
	/** After the content on phones; on laptops at the end of the column without the content, or after the form's action. */
	aside?: ReactNode
	/** The primary action: within reach of the thumb on phones, under the content on wider screens. */
	action?: ReactNode
	/**
	 * Where the action is on laptops: below the lead, or below the content, with the aside after it. 'form' is below a form in the
	 * content, which it sends; the aside is above it on phones, always in view, and below the lead on laptops, but for what has
	 * the class page-aside-opens: that is above the action there, too.
	 */
	actionBelow?: 'lead' | 'content' | 'form'
	/**
	 * 'columns' is as wide on laptops as a page with a lead: for what is shown while that one loads. 'cards' is for a list that is a
	 * grid there, with the action above it. 'wide' is for tables.
	 */
	width?: 'narrow' | 'columns' | 'cards' | 'wide'
}

/** The screen below the header: a full screen on phones, a sheet of paper on the road map on a desk. */
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
 * A ref for the element at the bottom of a phone's screen. Toasts read --bottom-action-height and stay above it,
 * also while it grows.
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

/** Calls `onHeight` at once and whenever the height changes; answers the way to stop. */
export function watchHeight(element: HTMLElement, onHeight: (pixels: number) => void): () => void {
	const observer = new ResizeObserver(() => onHeight(element.offsetHeight))
	observer.observe(element)
	return () => observer.disconnect()
}

export const setLength = (name: `--${string}`, pixels: number) =>
	document.documentElement.style.setProperty(name, `${pixels}px`)
