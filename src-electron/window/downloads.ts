/** How long Chromium attributes what a page does to the last user gesture. */
const TAP_LASTS_MS = 5000

/** What a tap, a click or a key begins with, as Electron calls it. */
const TAPS = new Set(['mouseDown', 'touchStart', 'rawKeyDown', 'keyDown'])

export type Downloads = ReturnType<typeof createDownloads>

/** Allows one download per user gesture, and one at a time: a page starts none by itself. */
export function createDownloads(now = () => performance.now()) {
	let isUnderWay = false
	let begunAt = Number.NEGATIVE_INFINITY
	let isTapped = false

	return {
		/** Something came from mouse, screen or keyboard; `type` is Electron's. */
		input(type: string) {
			if (TAPS.has(type)) isTapped = true
		},
		/** Whether one may begin. If so, it is under way until `ended`. */
		begin(hasGesture: boolean): boolean {
			// The gesture alone may be that of the download before.
			const isNewTap = isTapped || now() - begunAt >= TAP_LASTS_MS
			if (!hasGesture || isUnderWay || !isNewTap) return false
			isUnderWay = true
			isTapped = false
			begunAt = now()
			return true
		},
		ended() {
			isUnderWay = false
		},
	}
}
