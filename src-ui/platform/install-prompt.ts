/** Chromium's, when the app could be installed. */
export type InstallPrompt = Event & {
	prompt(): Promise<unknown>
	readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offered: InstallPrompt | null = null
const listeners = new Set<() => void>()

function know(prompt: InstallPrompt | null) {
	offered = prompt
	for (const listener of listeners) listener()
}

/** Call as soon as the page starts: the browser says so once, and would put a bar of its own over the screen. */
export function keepInstallPrompt() {
	window.addEventListener('beforeinstallprompt', (event) => {
		event.preventDefault()
		know(event as InstallPrompt)
	})
	window.addEventListener('appinstalled', () => know(null))
}

/** What the browser has offered; null where it offers nothing. A prompt can be shown once. */
export const installPrompt = {
	offered: () => offered,
	use() {
		const prompt = offered
		know(null)
		return prompt
	},
	/** The form that React's useSyncExternalStore takes. */
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	},
}
