import type { App } from './app.tsx'
import { leaveByTheDoor as logOutAtProxy } from './features/instance/leave-by-the-door.ts'
import { followLive } from './features/live/follow-live.ts'

const QUIET_AFTER_MS = 2000

/** What begins once the first screen can be used, and goes on until the page is closed. */
export function followAll(app: App) {
	followLive(app)
	logOutAtProxy(app)
	// Once nothing else is on its way for this visit: what the worker fetches is for the next one.
	setTimeout(() => keepApp(app).catch(() => undefined), QUIET_AFTER_MS)
}

async function keepApp(app: App) {
	const { ownRegistration, registerServiceWorker } = await import('./platform/service-worker.ts')
	await registerServiceWorker()
	// Where the browser was never asked, or keeps no worker, nothing rings.
	if (globalThis.Notification?.permission !== 'granted' || !(await ownRegistration())) return
	const { followSession: followPhone } = await import('./features/news/follow-session.ts')
	followPhone(app)
}
