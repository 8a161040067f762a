import type { App } from './app.tsx'
import { fetchNext, mayKeepAll } from './features/frame/fetch-next.ts'
import { leaveByTheDoor as logOutAtProxy } from './features/instance/leave-by-the-door.ts'
import { followChosenLanguage } from './features/language/page-language.ts'
import { keepPage, ownRegistration, registerServiceWorker } from './platform/service-worker.ts'

const QUIET_AFTER_MS = 2000
/** Live events may come later than the first taps: the page's data are as new as itself. */
const LIVE_AFTER_MS = 3000

/** Starts the background work that runs from the first usable screen until the page closes. */
export function followAll(app: App, onNextScreen: (opened: () => void) => void) {
	const isMember = () => app.session.viewer()?.kind === 'member'
	followOnceMember(app, isMember)
	logOutAtProxy(app)
	followChosenLanguage(onNextScreen)
	fetchNext({ isMember: isMember() })
	// Waits until this visit's requests are done: the worker only fetches files for the next visit.
	setTimeout(() => keepApp(app).catch(() => undefined), QUIET_AFTER_MS)
}

/** Live events are for members alone, and begin soon or at the first input. */
function followOnceMember(app: App, isMember: () => boolean) {
	let isFollowed = false
	const follow = () => {
		if (isFollowed || !isMember()) return
		isFollowed = true
		stop()
		import('./features/live/follow-live.ts').then(
			({ followLive }) => followLive(app),
			// Optional: without live events the page still polls every 30 seconds.
			() => undefined,
		)
	}
	const stopFollowing = app.queryClient.getQueryCache().subscribe(() => isDue && follow())
	let isDue = false
	const begin = () => {
		isDue = true
		follow()
	}
	const timer = setTimeout(begin, LIVE_AFTER_MS)
	for (const type of INPUTS) window.addEventListener(type, begin, { once: true, passive: true })
	const stop = () => {
		clearTimeout(timer)
		stopFollowing()
		for (const type of INPUTS) window.removeEventListener(type, begin)
	}
}

const INPUTS = ['pointerdown', 'keydown'] as const

async function keepApp(app: App) {
	// Before the registration: a worker of this visit takes the page over at once.
	const cameBack = navigator.serviceWorker?.controller != null
	await registerServiceWorker()
	await keepPage(mayKeepAll(cameBack))
	if (globalThis.Notification?.permission !== 'granted' || !(await ownRegistration())) return
	const { followSession: followPhone } = await import('./features/news/follow-session.ts')
	followPhone(app)
}
