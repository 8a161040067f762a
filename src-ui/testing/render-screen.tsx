import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	type HistoryState,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { OwnUser } from '#contract/accounts.ts'
import { type App, AppProvider } from '#ui/app.tsx'
import { ToastViewport } from '#ui/kit/feedback/toast-viewport.tsx'
import { loadLateParts } from '#ui/kit/late-part.ts'
import { type Answers, fakeServer } from './fake-server.ts'
import { openedApp } from './opened-app.ts'

export type ScreenOptions = {
	/** The signed-in member; by default a visitor. */
	member?: OwnUser | null
	/** For tests that inspect the app or prepare its state. */
	app?: App
	/** History state of this entry. */
	state?: HistoryState
	/** Every other screen loads once this has resolved. */
	nextScreen?: Promise<void>
}

/** Renders a screen with a fake server that gives these responses. `member` is signed in there too. */
export async function openScreen(screen: ReactNode, at: string, answers: Answers, options: ScreenOptions = {}) {
	const server = fakeServer({ ...(options.member && { 'GET /api/user': [200, options.member] }), ...answers })
	return { ...server, ...(await renderScreen(screen, at, options)) }
}

/**
 * Renders one screen at its address, with toasts; every other address is an empty page. `place()` returns the current
 * address.
 */
export async function renderScreen(
	screen: ReactNode,
	at: string,
	{ member, app = openedApp(member), state, nextScreen }: ScreenOptions = {},
) {
	const root = createRootRoute({
		component: () => (
			<>
				<Outlet />
				<ToastViewport />
			</>
		),
	})
	const here = createRoute({ getParentRoute: () => root, path: at.replace(/[?#].*/, ''), component: () => screen })
	const elsewhere = createRoute({
		getParentRoute: () => root,
		path: '$',
		loader: () => nextScreen,
		component: () => null,
	})
	const router = createRouter({
		routeTree: root.addChildren([here, elsewhere]),
		history: createMemoryHistory({ initialEntries: [at] }),
	})
	if (state) router.history.replace(at, state)
	// Late parts are loaded on a page that has been open for a moment.
	await loadLateParts()
	await act(async () => {
		render(
			<AppProvider app={app}>
				<RouterProvider router={router} />
			</AppProvider>,
		)
	})
	return { place: () => router.state.location.href, state: () => router.state.location.state, app }
}
