/** Chromium's ERR_ABORTED: what was loading was stopped, and the page as far as it came is still there. */
const ABORTED = -3
/** A page that crashes again within this time would only crash once more. */
const RELOAD_AT_MOST_EVERY_MS = 60_000

/** Whether the page in a window works, by Electron's events. Electron itself shows nothing at all when a page fails. */
export function createPageHealth(dependencies: {
	/** Its page could not be loaded (true), or is there again (false). */
	onFailed(isFailed: boolean): void
	/** There is something to see for the first time. */
	onFirstSeen(): void
	/** Loads it again. */
	reload(): void
	/** In milliseconds, on a clock that never jumps. */
	now?: () => number
}) {
	const { onFailed, onFirstSeen, reload, now = () => performance.now() } = dependencies
	let isBroken = false
	let hasPage = false
	let isSeen = false
	let reloadedAt = Number.NEGATIVE_INFINITY

	const setBroken = (next: boolean) => {
		isBroken = next
		onFailed(next)
	}

	return {
		isBroken: () => isBroken,

		/** 'did-fail-load', of the main frame. */
		loadFailed(code: number) {
			if (code !== ABORTED) setBroken(true)
		},

		/** We refused to be sent elsewhere, of which 'did-fail-load' says nothing. If no page was shown before, none is shown now. */
		redirectRefused() {
			if (!hasPage) setBroken(true)
		},

		/** The page's own process is gone, and the page with it. */
		crashed() {
			setBroken(true)
			if (now() - reloadedAt < RELOAD_AT_MOST_EVERY_MS) return
			reloadedAt = now()
			reload()
		},

		/** 'did-navigate': an answer came, whatever its status. */
		arrived() {
			hasPage = true
			setBroken(false)
		},

		/** 'did-finish-load' also comes for a page that failed. */
		finished() {
			if (isBroken || isSeen) return
			isSeen = true
			onFirstSeen()
		},
	}
}
