import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { sessionQuery } from '#ui/features/accounts/session/session.ts'
import { AppFrame } from '#ui/features/shell/app-frame.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
	loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery),
	component: AppFrame,
})
