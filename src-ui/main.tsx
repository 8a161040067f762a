import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { AppProvider, createApp } from './app.tsx'
import { createAppRouter } from './router.tsx'

const app = createApp()
app.session.followOtherTabs()
app.tracker.sendOnLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const router = createAppRouter(app)
// Until the first screen is here the page keeps what it showed from its first bytes on. Not awaited at the top level: the
// screens' files import this one, and would wait for it to end.
void router.load().then(() =>
	// In slices: a tap on what is painted already waits for one of them, not for the whole screen.
	startTransition(() =>
		createRoot(root).render(
			<StrictMode>
				<AppProvider app={app}>
					<RouterProvider router={router} />
				</AppProvider>
			</StrictMode>,
		),
	),
)
