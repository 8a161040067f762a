import { createRouter } from '@tanstack/react-router'
import { LateErrorScreen, LateNotFoundScreen } from '#ui/features/frame/late-screens.tsx'
import { basePath } from '#ui/platform/api-client.ts'
import type { App } from './app.tsx'
import { routeTree } from './routeTree.gen.ts'

export const createAppRouter = ({ queryClient, session }: App) =>
	createRouter({
		routeTree,
		basepath: basePath || '/',
		context: { queryClient, session },
		defaultPreload: 'intent',
		// Freshness is controlled by the queries, not by the router.
		defaultPreloadStaleTime: 0,
		defaultNotFoundComponent: LateNotFoundScreen,
		defaultErrorComponent: LateErrorScreen,
		scrollRestoration: true,
	})

declare module '@tanstack/react-router' {
	interface Register {
		router: ReturnType<typeof createAppRouter>
	}
}
