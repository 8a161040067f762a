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

/** Call at page start: the event fires once, and the browser would otherwise show its own bar. */
export function keepInstallPrompt() {
	window.addEventListener('beforeinstallprompt', (event) => {
		event.preventDefault()
		know(event as InstallPrompt)
	})
	window.addEventListener('appinstalled', () => know(null))
}

/** Null without an offer. A prompt can be shown only once. */
export const installPrompt = {
	offered: () => offered,
	use() {
		const prompt = offered
		know(null)
		return prompt
	},
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	},
}
