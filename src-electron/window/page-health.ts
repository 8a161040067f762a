/** Chromium's ERR_ABORTED: loading was stopped, and the page shown so far remains. */
const ABORTED = -3
/** A page that crashes again within this time would only crash once more. */
const RELOAD_AT_MOST_EVERY_MS = 60_000

/** Electron itself shows an empty window when a page fails. */
export function createPageHealth(dependencies: {
	onFailed(isFailed: boolean): void
	onFirstSeen(): void
	reload(): void
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

		loadFailed(code: number) {
			if (code !== ABORTED) setBroken(true)
		},

		/** Handles a redirect that we refused, which 'did-fail-load' does not report. If no page was shown before, the window is empty. */
		redirectRefused() {
			if (!hasPage) setBroken(true)
		},

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

		/** 'did-finish-load' also fires for a failed page. */
		finished() {
			if (isBroken || isSeen) return
			isSeen = true
			onFirstSeen()
		},
	}
}
