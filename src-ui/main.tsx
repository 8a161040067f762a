import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { keepInstallPrompt } from '#ui/platform/install-prompt.ts'
import { AppProvider, createApp } from './app.tsx'
import { FirstWordsReplaced, followPresses } from './first-words.tsx'
import { createAppRouter } from './router.tsx'

keepInstallPrompt()
const app = createApp()
app.session.followOtherTabs()
app.tracker.sendOnLeaving()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Not awaited at top level: the screens' chunks import this file and would wait for it.
followPresses(root)
void start(root)

/**
 * Splits the start into separate tasks and renders in slices, so that a tap on the first paint waits for one slice
 * only. At 4x CPU slowdown the longest blocks are 91, 113 and 179 ms (/home, /rating, /auth) instead of 189, 212 and
 * 362 (decision 29).
 */
async function start(root: HTMLElement) {
	await nextTask()
	const router = createAppRouter(app)
	await nextTask()
	// The first paint, or the server's first words, stay until the first screen has loaded.
	await router.load()
	setTimeout(follow, FOLLOW_AFTER_MS, router)
	startTransition(() =>
		createRoot(root).render(
			<StrictMode>
				<AppProvider app={app}>
					<RouterProvider router={router} />
					<FirstWordsReplaced root={root} />
				</AppProvider>
			</StrictMode>,
		),
	)
	app.waiting.start()
}

/** By now the first screen is usable, even on a slow phone. */
const FOLLOW_AFTER_MS = 1000

/** Optional: without it the page polls, and fetches its files when they are needed. */
function follow(router: ReturnType<typeof createAppRouter>) {
	import('./after-start.ts').then(
		({ followAll }) => followAll(app, (opened) => router.subscribe('onResolved', opened)),
		() => undefined,
	)
}

function nextTask() {
	return new Promise<void>((resolve) => setTimeout(resolve))
}
