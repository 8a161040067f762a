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

/** Above and below a toast. */
const GAPS = 12

/** A ref for the toasts: what could lie under them reads --toast-space and makes room. */
export function takesToastSpace(element: HTMLElement | null) {
	if (!element) return
	const stopWatching = watchHeight(element, (height) => setLength('--toast-space', height + GAPS))
	return () => {
		stopWatching()
		setLength('--toast-space', 0)
	}
}

function watchHeight(element: HTMLElement, onHeight: (pixels: number) => void): () => void {
	const observer = new ResizeObserver(() => onHeight(element.offsetHeight))
	observer.observe(element)
	return () => observer.disconnect()
}

const setLength = (name: `--${string}`, pixels: number) =>
	document.documentElement.style.setProperty(name, `${pixels}px`)
