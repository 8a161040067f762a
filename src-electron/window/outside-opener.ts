const PAUSE_MS = 1_000

/**
 * Hands an address to the system (`open`), at most one a second, so that no page can flood the desktop with windows.
 * What comes too soon is dropped. Answers whether it went. `now` is in milliseconds, on a clock that never jumps.
 */
export function createOutsideOpener({
	open,
	now = () => performance.now(),
}: {
	open: (url: string) => Promise<void>
	now?: () => number
}) {
	let lastAt = Number.NEGATIVE_INFINITY
	return (url: string): boolean => {
		if (now() - lastAt < PAUSE_MS) return false
		lastAt = now()
		// No program for it on this computer: the system has said so itself.
		open(url).catch(() => {})
		return true
	}
}
