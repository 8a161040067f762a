import type { Desktop, ProductWindow, ProductWindowOptions } from '#desktop/desktop.ts'
import type { ShellState } from '#desktop/shell/bridge.ts'
import type { ShellPage } from '#desktop/shell/shell-channels.ts'

/** A product window without a display; `options` are those that the shell passed. */
export type RecordedWindow = ProductWindow & {
	options: ProductWindowOptions
	/** URLs it was navigated to, including the first one. */
	visited: string[]
	shown: number
	reloads: number
	isGone: boolean
}

/** A desktop without a display, for tests of the shell's decisions. */
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
	/** Questions shown to the user; `saysYes` is the answer. */
	const questions: string[] = []
	const person = { saysYes: true }
	const shown: string[] = []
	let startsAgain = 0
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
		startAgain: () => void startsAgain++,
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
		/** Folders and texts that were opened on this computer. */
		shown,
		windows,
		/** Pages that are still open. */
		open,
		/** Number of times the last window was closed, which would quit the app. */
		lastClosings: () => lastClosings,
		startsAgain: () => startsAgain,
		quits: () => quits,
	}
}
