import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { AppFrame } from '#ui/features/frame/app-frame.tsx'
import type { Session } from '#ui/session/session.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; session: Session }>()({
	loader: ({ context }) => context.queryClient.ensureQueryData(context.session.query),
	component: AppFrame,
})
