import { QueryClientProvider } from '@tanstack/react-query'
import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ToastViewport } from '#ui/kit/feedback/toast.tsx'
import { queryClient } from '#ui/platform/query-client.ts'

/**
 * One screen at its address, with toasts; every other address is an empty page, which comes once `road` has resolved.
 * `place()` says where we are.
 */
export async function renderScreen(screen: ReactNode, at: string, road?: Promise<void>) {
	const root = createRootRoute({
		component: () => (
			<>
				<Outlet />
				<ToastViewport />
			</>
		),
	})
	const here = createRoute({ getParentRoute: () => root, path: at, component: () => screen })
	const elsewhere = createRoute({ getParentRoute: () => root, path: '$', loader: () => road, component: () => null })
	const router = createRouter({
		routeTree: root.addChildren([here, elsewhere]),
		history: createMemoryHistory({ initialEntries: [at] }),
	})
	await act(async () => {
		render(
			<QueryClientProvider client={queryClient}>
				<RouterProvider router={router} />
			</QueryClientProvider>,
		)
	})
	return { place: () => router.state.location.href }
}
