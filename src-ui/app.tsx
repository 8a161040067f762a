import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createTracker, TrackerProvider } from '#ui/features/analytics/tracker.ts'
import { createWaiting, WaitingProvider } from '#ui/features/ratings/waiting/waiting-context.ts'
import { createQueryClient } from '#ui/platform/query-client.ts'
import { createSession } from '#ui/session/session.ts'
import { SessionProvider } from '#ui/session/session-context.ts'

export type App = ReturnType<typeof createApp>

/** One per page; tests create their own. */
export function createApp() {
	const queryClient = createQueryClient()
	const page = { queryClient, session: createSession(queryClient), tracker: createTracker() }
	return { ...page, waiting: createWaiting(page) }
}

export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
	return (
		<QueryClientProvider client={app.queryClient}>
			<SessionProvider value={app.session}>
				<TrackerProvider value={app.tracker}>
					<WaitingProvider value={app.waiting}>{children}</WaitingProvider>
				</TrackerProvider>
			</SessionProvider>
		</QueryClientProvider>
	)
}
