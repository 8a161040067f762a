import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppProvider, createApp } from './app.tsx'
import { createAppRouter } from './router.tsx'

const app = createApp()
app.session.followOtherTabs()
app.tracker.sendOnLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
	<StrictMode>
		<AppProvider app={app}>
			<RouterProvider router={createAppRouter(app)} />
		</AppProvider>
	</StrictMode>,
)
