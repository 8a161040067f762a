import type { App } from './app.tsx'
import { leaveByTheDoor as logOutAtProxy } from './features/instance/leave-by-the-door.ts'
import { followLive } from './features/live/follow-live.ts'

const QUIET_AFTER_MS = 2000

/** Starts the background work that runs from the first usable screen until the page closes. */
export function followAll(app: App) {
	followLive(app)
	logOutAtProxy(app)
	// Waits until this visit's requests are done: the worker only fetches files for the next visit.
	setTimeout(() => keepApp(app).catch(() => undefined), QUIET_AFTER_MS)
}

async function keepApp(app: App) {
	const { ownRegistration, registerServiceWorker } = await import('./platform/service-worker.ts')
	await registerServiceWorker()
	if (globalThis.Notification?.permission !== 'granted' || !(await ownRegistration())) return
	const { followSession: followPhone } = await import('./features/news/follow-session.ts')
	followPhone(app)
}
