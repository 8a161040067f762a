/** Runs it once what has changed is on the screen; at once in a tab that nobody sees, or when the page goes before its paint. */
export function afterPaint(run: () => void) {
	if (document.hidden) return run()
	let isDue = true
	const runOnce = () => {
		window.removeEventListener('pagehide', runOnce)
		if (isDue) run()
		isDue = false
	}
	window.addEventListener('pagehide', runOnce)
	// The frame's own callbacks come before its paint, a task of theirs after it.
	requestAnimationFrame(() => setTimeout(runOnce))
}
