import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { keepInstallPrompt } from '#ui/platform/install-prompt.ts'
import { AppProvider, createApp } from './app.tsx'
import { createAppRouter } from './router.tsx'

keepInstallPrompt()
const app = createApp()
app.session.followOtherTabs()
app.tracker.sendOnLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Not awaited at the top level: the screens' files import this one, and would wait for it to end.
void start(root)

/**
 * In tasks of its own, and rendered in slices: a tap on what is painted already waits for a part of the start, not for all
 * of it. At a quarter of the speed that blocks for 91, 113 and 179 ms (/home, /rating, /auth) where it was 189, 212 and 362
 * (decision 29).
 */
async function start(root: HTMLElement) {
	await nextTask()
	const router = createAppRouter(app)
	await nextTask()
	// Until the first screen is here the page keeps what it showed from its first bytes on.
	await router.load()
	setTimeout(follow, FOLLOW_AFTER_MS)
	startTransition(() =>
		createRoot(root).render(
			<StrictMode>
				<AppProvider app={app}>
					<RouterProvider router={router} />
				</AppProvider>
			</StrictMode>,
		),
	)
	app.waiting.start()
}

/** The first screen can be used then, also on a slow phone. */
const FOLLOW_AFTER_MS = 1000

/** Without it the page still asks every half minute. */
function follow() {
	import('./after-start.ts').then(
		({ followAll }) => followAll(app),
		() => undefined,
	)
}

function nextTask() {
	return new Promise<void>((resolve) => setTimeout(resolve))
}
