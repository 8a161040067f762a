/** Runs `run` after the next paint; at once in a hidden tab or when the page is left. */
export function afterPaint(run: () => void) {
	if (document.hidden) return run()
	let isDue = true
	const runOnce = () => {
		window.removeEventListener('pagehide', runOnce)
		if (isDue) run()
		isDue = false
	}
	window.addEventListener('pagehide', runOnce)
	// Frame callbacks run before the paint; a timeout set in one runs after it.
	requestAnimationFrame(() => setTimeout(runOnce))
}
