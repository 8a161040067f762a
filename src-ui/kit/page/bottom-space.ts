const heights = new Map<HTMLElement, number>()

/**
 * A ref for the element at the bottom of a phone's screen. Toasts read --bottom-action-height and stay above it,
 * also while it grows.
 */
export function takesBottomSpace(element: HTMLElement | null) {
	if (!element) return
	const observer = new ResizeObserver(() => {
		heights.set(element, element.offsetHeight)
		tellHeight()
	})
	observer.observe(element)
	return () => {
		observer.disconnect()
		heights.delete(element)
		tellHeight()
	}
}

function tellHeight() {
	document.documentElement.style.setProperty('--bottom-action-height', `${Math.max(0, ...heights.values())}px`)
}
