import { deepLinkIn } from '#desktop/links/deep-link.ts'
import type { Shell } from './shell.ts'

type Stoppable = { preventDefault(): void }

export function createAppLife({ quit }: { quit(): void }) {
	let shell: Shell | null = null
	let isEnding = false
	let isEnded = false
	/** A link that macOS delivers before any window can show it. */
	let earlyLink: string | null = null

	return {
		begin(created: Shell, argv: string[]) {
			shell = created
			shell.start(earlyLink ?? deepLinkIn(argv))
		},

		openUrl(event: Stoppable, url: string) {
			event.preventDefault()
			if (shell) shell.openLink(url)
			else earlyLink = url
		},

		secondStart(argv: string[]) {
			shell?.show()
			const link = deepLinkIn(argv)
			if (link) shell?.openLink(link)
		},

		activate: () => shell?.show(),

		lastWindowClosed() {
			if (!shell?.staysWithoutWindow()) quit()
		},

		beforeQuit(event: Stoppable) {
			if (isEnded || !shell) return
			event.preventDefault()
			if (isEnding) return
			isEnding = true
			void shell.end().finally(() => {
				isEnded = true
				// Deferred: within this event Electron would use the result of the first quit for the second.
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
