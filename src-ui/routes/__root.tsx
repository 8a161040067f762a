import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import type { Session } from '#ui/features/accounts/session/session.ts'
import { AppFrame } from '#ui/features/frame/app-frame.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; session: Session }>()({
	loader: ({ context }) => context.queryClient.ensureQueryData(context.session.query),
	component: AppFrame,
})
