import { tellOfChange } from './changed-subscription.ts'
import { type Build, keptBuilds, type WorkerScope } from './kept-builds.ts'
import { fileAnswer, pageAnswer, requestKindIn } from './page-answer.ts'
import { pushNotices } from './push-notice.ts'

// The service worker: after one visit the app opens without network (docs/decisions/0032-a-worker-that-keeps-the-app.md),
// and a phone rings that is not looked at.

declare const BUILD: Build

const worker = self as unknown as WorkerScope
const { scope } = worker.registration
const builds = keptBuilds({ caches: worker.caches, scope, build: BUILD })
const kindOf = requestKindIn(scope)
const notices = pushNotices({
	registration: worker.registration,
	clients: worker.clients,
	browser: worker.navigator,
	isOurs: (url) => kindOf({ method: 'GET', mode: 'navigate', url }) === 'page',
})

/** On a road with bad reception a request may neither arrive nor fail for a minute. */
const PATIENCE_MS = 5000

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** The app is opened, and in no other window: no page of an older build needs its files any more. */
async function tidyUp() {
	const { installing, waiting } = worker.registration
	if (installing || waiting || (await windows()).length > 0) return
	await builds.dropOtherBuilds()
	await removeIfGone()
}

/** Whatever has taken the server's place: browsers would keep a worker that is not there any more for good. */
async function removeIfGone() {
	const { status } = await fetch(`${scope}sw.js`, { method: 'HEAD', cache: 'no-store' })
	if (status !== 404 && status !== 410) return
	// In this order: a worker that is not registered any more may be ended at once.
	await builds.dropAllBuilds()
	await worker.registration.unregister()
}

worker.addEventListener('install', (event) => {
	const apiCalls = { urlPattern: { pathname: `${new URL(scope).pathname}api/*` } }
	event.waitUntil(
		Promise.all([
			builds.keep(),
			// Takes over at once: open pages find the files of their own build here, too.
			worker.skipWaiting(),
			// A browser that does not take the rule asks the worker, which has nothing to say.
			event.addRoutes?.({ condition: apiCalls, source: 'network' }).catch(() => undefined),
		]),
	)
})

worker.addEventListener('activate', (event) => {
	event.waitUntil(
		Promise.all([
			worker.registration.navigationPreload?.enable(),
			worker.clients.claim(),
			windows().then(({ length }) => builds.dropOtherBuilds(length === 0 ? 0 : 1)),
		]),
	)
})

worker.addEventListener('fetch', (event) => {
	const { request } = event
	const kind = kindOf(request)
	if (kind === 'page') {
		// Without network there is nothing to be learned.
		event.waitUntil(tidyUp().catch(() => undefined))
		const ask = () => fetch(request)
		// Awaited, as it is undefined where browsers do not preload.
		const preloaded = Promise.resolve(event.preloadResponse)
		const patience = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
		event.respondWith(pageAnswer({ preloaded, ask, patience, neutralPage: builds.neutralPage }))
	}
	if (kind === 'file') event.respondWith(fileAnswer(builds.file(request), () => fetch(request)))
})

worker.addEventListener('push', (event) => event.waitUntil(notices.show(event.data?.text())))
worker.addEventListener('notificationclick', (event) => event.waitUntil(notices.open(event.notification)))
// What fails here is mended when the app is opened.
worker.addEventListener('pushsubscriptionchange', (event) =>
	event.waitUntil(tellOfChange(worker, event).catch(() => undefined)),
)
