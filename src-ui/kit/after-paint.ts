/** Runs it once what has changed is on the screen; at once in a tab that nobody sees, which paints nothing. */
export function afterPaint(run: () => void) {
	if (document.hidden) return run()
	// The frame's own callbacks come before its paint, a task of theirs after it.
	requestAnimationFrame(() => setTimeout(run))
}
