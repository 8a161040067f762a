import { deepLinkIn } from '#desktop/links/deep-link.ts'
import type { Shell } from './shell.ts'

/** An event that can be told not to do what it usually does. */
type Stoppable = { preventDefault(): void }

/** From the start of the app to its end, whichever way the system asks for either. */
export function createAppLife({ quit }: { quit(): void }) {
	let shell: Shell | null = null
	let isEnding = false
	let isEnded = false
	/** A link that macOS hands over before there is anything to show it in. */
	let earlyLink: string | null = null

	return {
		/** `argv`: what it was started with; on Windows and Linux a link is in it. */
		begin(created: Shell, argv: string[]) {
			shell = created
			shell.start(earlyLink ?? deepLinkIn(argv))
		},

		/** macOS hands links over like this. */
		openUrl(event: Stoppable, url: string) {
			event.preventDefault()
			if (shell) shell.openLink(url)
			else earlyLink = url
		},

		/** It was started again while it runs. */
		secondStart(argv: string[]) {
			shell?.show()
			const link = deepLinkIn(argv)
			if (link) shell?.openLink(link)
		},

		/** Its icon was clicked. */
		activate: () => shell?.show(),

		lastWindowClosed() {
			if (!shell?.staysWithoutWindow()) quit()
		},

		/** Delays the end of the app until the server has ended. */
		beforeQuit(event: Stoppable) {
			if (isEnded || !shell) return
			event.preventDefault()
			// Asked again while the windows go, or by a person in a hurry: it ends once.
			if (isEnding) return
			isEnding = true
			void shell.end().finally(() => {
				isEnded = true
				// Not within this event: Electron would take the answer to the first question for the one to the second.
				setImmediate(quit)
			})
		},

		/** macOS calls a shutdown off when an app puts off its end. The server goes when this process does. */
		systemShutdown() {
			isEnded = true
			void shell?.end()
		},
	}
}
