import { expect, spyOn, test } from 'bun:test'
import { QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '#ui/platform/api-client.ts'
import { createQueryClient } from '#ui/platform/query-client.ts'
import { ErrorScreen } from './error-screen.tsx'

/** Error of the next request; null if it succeeds. */
let breakdown: Error | null

function Stats() {
	const { data } = useSuspenseQuery({
		queryKey: ['stats'],
		queryFn: () => (breakdown ? Promise.reject(breakdown) : Promise.resolve('4.8 stars')),
	})
	return <p>{data}</p>
}

async function openStats(meeting: Error) {
	// React logs errors that a boundary catches.
	spyOn(console, 'error').mockImplementation(() => undefined)
	breakdown = meeting
	const root = createRootRoute({ component: Outlet })
	const stats = createRoute({ getParentRoute: () => root, path: '/stats', component: Stats })
	const router = createRouter({
		routeTree: root.addChildren([stats]),
		history: createMemoryHistory({ initialEntries: ['/stats'] }),
		defaultErrorComponent: ErrorScreen,
	})
	await act(async () => {
		render(
			<QueryClientProvider client={createQueryClient()}>
				<RouterProvider router={router} />
			</QueryClientProvider>,
		)
	})
}

for (const [situation, error, words] of [
	['a server that restarts', new ApiError(503, 'Starting'), 'Refuelling'],
	['a server that does not answer', new TypeError('Failed to fetch'), 'Nobody at the wheel'],
	['too many requests', new ApiError(429, 'Slow down'), 'Easy on the horn'],
	['a bug', new ApiError(500, 'Something went wrong'), 'We broke down'],
] as const)
	test(`${situation} has words of its own`, async () => {
		await openStats(error)

		expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
		expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/home')
	})

test('Try again asks again for what had failed', async () => {
	await openStats(new ApiError(503, 'Starting'))
	const tryAgain = await screen.findByRole('button', { name: 'Try again' })

	breakdown = null
	await userEvent.click(tryAgain)

	expect(await screen.findByText('4.8 stars')).toBeTruthy()
})

test('a device that is connected again does not wait to be asked', async () => {
	await openStats(new TypeError('Failed to fetch'))
	await screen.findByRole('button', { name: 'Try again' })

	breakdown = null
	act(() => void window.dispatchEvent(new Event('online')))

	expect(await screen.findByText('4.8 stars')).toBeTruthy()
})
