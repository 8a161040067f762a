import { deepLinkIn } from '#desktop/links/deep-link.ts'
import type { Shell } from './shell.ts'

type Stoppable = { preventDefault(): void }

/** The app's life from start to end, for each way the system requests either. */
export function createAppLife({ quit }: { quit(): void }) {
	let shell: Shell | null = null
	let isEnding = false
	let isEnded = false
	/** A link that macOS delivers before a window can show it. */
	let earlyLink: string | null = null

	return {
		/** `argv` holds the link on Windows and Linux. */
		begin(created: Shell, argv: string[]) {
			shell = created
			shell.start(earlyLink ?? deepLinkIn(argv))
		},

		/** macOS delivers links with this event. */
		openUrl(event: Stoppable, url: string) {
			event.preventDefault()
			if (shell) shell.openLink(url)
			else earlyLink = url
		},

		/** The app was started a second time while it runs. */
		secondStart(argv: string[]) {
			shell?.show()
			const link = deepLinkIn(argv)
			if (link) shell?.openLink(link)
		},

		activate: () => shell?.show(),

		lastWindowClosed() {
			if (!shell?.staysWithoutWindow()) quit()
		},

		/** Delays quitting until the server has exited. */
		beforeQuit(event: Stoppable) {
			if (isEnded || !shell) return
			event.preventDefault()
			// Electron or an impatient user may request it again; end only once.
			if (isEnding) return
			isEnding = true
			void shell.end().finally(() => {
				isEnded = true
				// Not within this event: Electron would take the result of the first request for that of the second.
				setImmediate(quit)
			})
		},

		/** macOS cancels a shutdown when an app delays quitting. The server ends together with this process. */
		systemShutdown() {
			isEnded = true
			void shell?.end()
		},
	}
}
