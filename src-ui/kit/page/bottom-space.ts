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
