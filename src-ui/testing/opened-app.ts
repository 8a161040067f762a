import * as v from 'valibot'
import { OwnUser } from '#contract/accounts.ts'
import { type App, createApp } from '#ui/app.tsx'

const opened: App[] = []

/** State of a newly opened page with `member` signed in. */
export function openedApp(member: OwnUser | null = null): App {
	const app = createApp()
	opened.push(app)
	// Parsed to the fields that a login returns; the others come from whoAmI.
	if (member) app.session.signedIn(v.parse(OwnUser, member))
	return app
}

/** Stops all apps, so that none sends requests to the next test's server. */
export function closeApps() {
	for (const { queryClient, tracker, waiting } of opened.splice(0)) {
		queryClient.clear()
		tracker.stop()
		void waiting.stop()
	}
}
