/** Chromium's ERR_ABORTED: loading was stopped, and the page shown so far remains. */
const ABORTED = -3
/** A page that crashes again within this time would only crash once more. */
const RELOAD_AT_MOST_EVERY_MS = 60_000

/** Tracks from Electron's events whether a window's page works. Electron itself shows an empty window when a page fails. */
export function createPageHealth(dependencies: {
	/** True when the page failed to load, false when it is back. */
	onFailed(isFailed: boolean): void
	onFirstSeen(): void
	reload(): void
	/** Monotonic, in milliseconds. */
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

		/** Handles 'did-fail-load' of the main frame. */
		loadFailed(code: number) {
			if (code !== ABORTED) setBroken(true)
		},

		/** Handles a redirect that we refused, which 'did-fail-load' does not report. If no page was shown before, the window is empty. */
		redirectRefused() {
			if (!hasPage) setBroken(true)
		},

		/** The page's renderer process is gone. */
		crashed() {
			setBroken(true)
			if (now() - reloadedAt < RELOAD_AT_MOST_EVERY_MS) return
			reloadedAt = now()
			reload()
		},

		/** Handles 'did-navigate': a response arrived, whatever its status. */
		arrived() {
			hasPage = true
			setBroken(false)
		},

		/** Handles 'did-finish-load', which also fires for a failed page. */
		finished() {
			if (isBroken || isSeen) return
			isSeen = true
			onFirstSeen()
		},
	}
}
