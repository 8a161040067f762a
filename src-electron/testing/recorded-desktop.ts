import type { Desktop, ProductWindow, ProductWindowOptions } from '#desktop/desktop.ts'
import type { ShellState } from '#desktop/shell/bridge.ts'
import type { ShellPage } from '#desktop/shell/shell-channels.ts'

/** A product window that draws nothing; `options` is what the shell asked for. */
export type RecordedWindow = ProductWindow & {
	options: ProductWindowOptions
	/** Addresses it was sent to, the first one included. */
	visited: string[]
	shown: number
	reloads: number
	isGone: boolean
}

/** A desktop without a screen, for tests of what the shell decides. */
export function recordedDesktop({
	answer = async () => new Response('', { status: 401 }),
}: {
	answer?: ProductWindow['ask']
} = {}) {
	const windows: RecordedWindow[] = []
	const pages = new Set<ShellPage>()
	const states: ShellState[] = []
	const notified: { title: string; body: string; click(): void }[] = []
	const badges: number[] = []
	const warned: string[] = []
	/** What the person was asked; `saysYes` is what they answer. */
	const questions: string[] = []
	const person = { saysYes: true }
	const shown: string[] = []
	let quits = 0
	let lastClosings = 0

	const open = () => windows.filter(({ isGone }) => !isGone)

	const desktop: Desktop = {
		async openProduct(options) {
			const window: RecordedWindow = {
				options,
				base: options.base,
				isOwn: options.secret !== null,
				visited: [options.base + options.path],
				shown: 0,
				reloads: 0,
				isGone: false,
				navigate: (path) => void window.visited.push(options.base + path),
				show: () => void window.shown++,
				reloadIfFailed: () => void window.reloads++,
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
		showState: (state) => void states.push(state),
		setBadge: (count) => void badges.push(count),
		notify: (words, click) => void notified.push({ ...words, click }),
		ask: async ({ title }) => {
			questions.push(title)
			return person.saysYes
		},
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
		states,
		notified,
		badges,
		warned,
		questions,
		person,
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
