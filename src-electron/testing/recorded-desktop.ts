import type { Desktop, ProductWindow, ProductWindowWish } from '#desktop/desktop.ts'
import type { ShellState } from '#desktop/shell/shell-calls.ts'
import type { ShellPage } from '#desktop/shell/shell-channels.ts'

/** A product window that draws nothing; `wish` is what the shell asked for. */
export type RecordedWindow = ProductWindow & {
	wish: ProductWindowWish
	/** Addresses it was sent to, the first one included. */
	went: string[]
	shown: number
	mended: number
	isGone: boolean
}

/** A desktop without a screen, for tests of what the shell decides. */
export function recordedDesktop({ answer = async () => new Response('', { status: 401 }) } = {}) {
	const windows: RecordedWindow[] = []
	const pages = new Set<ShellPage>()
	const told: ShellState[] = []
	const notified: { title: string; body: string; click(): void }[] = []
	const badges: number[] = []
	const warned: string[] = []
	const shown: string[] = []
	let quits = 0
	let lastClosings = 0

	const open = () => windows.filter(({ isGone }) => !isGone)

	const desktop: Desktop = {
		async openProduct(wish) {
			const window: RecordedWindow = {
				wish,
				base: wish.base,
				went: [wish.base + wish.path],
				shown: 0,
				mended: 0,
				isGone: false,
				go: (path) => void window.went.push(wish.base + path),
				show: () => void window.shown++,
				mend: () => void window.mended++,
				isFocused: () => false,
				ask: answer,
				destroy: () => {
					window.isGone = true
				},
			}
			windows.push(window)
			return window
		},
		showPage: (page) => void pages.add(page),
		closePage: (page) => {
			if (pages.delete(page) && pages.size === 0 && open().length === 0) lastClosings++
		},
		tell: (state) => void told.push(state),
		setBadge: (count) => void badges.push(count),
		notify: (words, click) => void notified.push({ ...words, click }),
		warn: ({ body }) => void warned.push(body),
		open: async (path) => {
			shown.push(path)
			return ''
		},
		quit: () => void quits++,
	}
	return {
		desktop,
		pages,
		told,
		notified,
		badges,
		warned,
		/** Folders and texts of this computer that were opened. */
		shown,
		windows,
		/** Those that are still there. */
		open,
		/** How often a page closed that was the last window: with it the app would be over. */
		lastClosings: () => lastClosings,
		quits: () => quits,
	}
}
