import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sendEventsOnLeaving } from '#ui/features/analytics/track.ts'
import { queryClient } from '#ui/platform/query-client.ts'
import { followOtherTabs } from './features/accounts/session/session.ts'
import { router } from './router.tsx'

followOtherTabs()
sendEventsOnLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
	<StrictMode>
		<QueryClientProvider client={queryClient}>
			<RouterProvider router={router} />
		</QueryClientProvider>
	</StrictMode>,
)
