import { createRouter } from '@tanstack/react-router'
import { ErrorScreen } from '#ui/features/frame/error-screen.tsx'
import { NotFoundScreen } from '#ui/features/frame/not-found-screen.tsx'
import { basePath } from '#ui/platform/api-client.ts'
import type { App } from './app.tsx'
import { routeTree } from './routeTree.gen.ts'

export const createAppRouter = ({ queryClient, session }: App) =>
	createRouter({
		routeTree,
		basepath: basePath || '/',
		context: { queryClient, session },
		defaultPreload: 'intent',
		// Queries decide what is fresh, not the router.
		defaultPreloadStaleTime: 0,
		defaultNotFoundComponent: NotFoundScreen,
		defaultErrorComponent: ErrorScreen,
		scrollRestoration: true,
	})

declare module '@tanstack/react-router' {
	interface Register {
		router: ReturnType<typeof createAppRouter>
	}
}
