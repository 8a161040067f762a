import * as v from 'valibot'
import { OwnUser } from '#contract/accounts.ts'
import { type App, createApp } from '#ui/app.tsx'

const opened: App[] = []

/** What a page has that has just been opened, with `member` signed in. */
export function openedApp(member: OwnUser | null = null): App {
	const app = createApp()
	opened.push(app)
	// As a log-in answers it: the rest says whoAmI.
	if (member) app.session.signedIn(v.parse(OwnUser, member))
	return app
}

/** Nothing of them reaches the server of the next test. */
export function closeApps() {
	for (const { queryClient, tracker, waiting } of opened.splice(0)) {
		queryClient.clear()
		tracker.stop()
		void waiting.stop()
	}
}
