import type { Catalogue } from '#contract/text.ts'
import { tellOfChange } from './changed-subscription.ts'
import { type Build, keptBuilds, type WorkerScope } from './kept-builds.ts'
import { fileAnswer, pageAnswer, requestKindIn } from './page-answer.ts'
import { pushNotices } from './push-notice.ts'

// The service worker: opens the app offline after one visit (docs/decisions/0032-a-worker-that-keeps-the-app.md) and
// receives push messages.

declare const BUILD: Build
declare const CATALOGUES: Readonly<Record<string, Catalogue>>

const worker = self as unknown as WorkerScope
const { scope } = worker.registration
const builds = keptBuilds({ caches: worker.caches, scope, build: BUILD })
const kindOf = requestKindIn(scope)
const notices = pushNotices({
	registration: worker.registration,
	clients: worker.clients,
	browser: worker.navigator,
	isOurs: (url) => kindOf({ method: 'GET', mode: 'navigate', url }) === 'page',
	catalogues: CATALOGUES,
})

/** With bad reception a request can hang for a minute without failing. */
const PATIENCE_MS = 5000

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** With a single window open, no page of an older build needs its files. */
async function tidyUp() {
	const { installing, waiting } = worker.registration
	if (installing || waiting || (await windows()).length > 0) return
	await builds.dropOtherBuilds()
	await removeIfGone()
}

/** Unregisters the worker if the instance is gone from this address; browsers would otherwise keep it forever. */
async function removeIfGone() {
	const { status } = await fetch(`${scope}sw.js`, { method: 'HEAD', cache: 'no-store' })
	if (status !== 404 && status !== 410) return
	// Caches go first: an unregistered worker may be terminated at once.
	await builds.dropAllBuilds()
	await worker.registration.unregister()
}

worker.addEventListener('install', (event) => {
	const apiCalls = { urlPattern: { pathname: `${new URL(scope).pathname}api/*` } }
	event.waitUntil(
		Promise.all([
			builds.keep(),
			// Activates at once, because open pages find the files of their own build here too.
			worker.skipWaiting(),
			// Browsers that refuse the rule dispatch the request to the worker, which ignores it.
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

worker.addEventListener('message', (event) => {
	const { language, isAllWanted } = event.data
	// A page of an older build sends a string.
	if (!language) return
	event.waitUntil(builds.keepLanguage(language).then(() => (isAllWanted ? builds.keepAll() : undefined)))
})

worker.addEventListener('fetch', (event) => {
	const { request } = event
	const kind = kindOf(request)
	if (kind === 'page') {
		event.waitUntil(tidyUp().catch(() => undefined))
		const ask = () => fetch(request)
		// Wrapped, because it is undefined in browsers without navigation preload.
		const preloaded = Promise.resolve(event.preloadResponse)
		const patience = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
		event.respondWith(pageAnswer({ preloaded, ask, patience, neutralPage: builds.neutralPage }))
	}
	if (kind === 'file') event.respondWith(fileAnswer(builds.file(request), () => fetch(request)))
})

worker.addEventListener('push', (event) => event.waitUntil(notices.show(event.data?.text())))
worker.addEventListener('notificationclick', (event) => event.waitUntil(notices.open(event.notification)))
// Failures are repaired when the app opens.
worker.addEventListener('pushsubscriptionchange', (event) =>
	event.waitUntil(tellOfChange(worker, event).catch(() => undefined)),
)
