import { NEUTRAL_PAGE as NEUTRAL_ADDRESS } from '#contract/pages.ts'

/*
 * What a service worker is given, as far as ours uses it. TypeScript's own list of it ("WebWorker") cannot stand beside the
 * one for pages ("DOM") in one project.
 */

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }

type InstallEvent = ExtendableEvent & {
	/** Chromium: requests that the browser answers without asking the worker. */
	addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>
}

type FetchEvent = ExtendableEvent & {
	readonly request: Request
	/** The page, asked for while the worker was being started; undefined where a browser does not do that. */
	readonly preloadResponse: Promise<Response | undefined>
	respondWith(answer: Promise<Response>): void
}

type PushEvent = ExtendableEvent & { readonly data: { text(): string } | null }

type NotificationEvent = ExtendableEvent & { readonly notification: Notification }

type SubscriptionEvent = ExtendableEvent & {
	readonly oldSubscription?: PushSubscription | null
	readonly newSubscription?: PushSubscription | null
}

export type WindowOfApp = {
	readonly url: string
	readonly focused: boolean
	focus(): Promise<unknown>
	navigate(address: string): Promise<unknown>
}

export type WorkerScope = {
	readonly registration: ServiceWorkerRegistration
	readonly caches: CacheStorage
	readonly clients: {
		matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowOfApp[]>
		openWindow(address: string): Promise<unknown>
		claim(): Promise<void>
	}
	readonly navigator: Navigator
	skipWaiting(): Promise<void>
	addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
	addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void
	addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
	addEventListener(type: 'push', listener: (event: PushEvent) => void): void
	addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
	addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void
}

/** Put in by scripts/build/ui-files.ts. */
export type Build = {
	/** Differs whenever any file of the browser app does. */
	version: string
	/** Every file that has its content's hash in its name, below the base path: 'assets/home-Bq3xK9_a.js'. */
	files: readonly string[]
}

/** The page without anybody's data, as the server makes it (request-pipeline.ts there). */
export const NEUTRAL_PAGE = NEUTRAL_ADDRESS.slice(1)

/** All instances of a host share its cache storage; no path has a space in it. */
export const cachePrefix = (scope: string) => `backseat ${new URL(scope).pathname} `

type Given = { caches: CacheStorage; scope: string; build: Pick<Build, 'version' | 'files'> }

/**
 * The files of builds in the browser's cache storage, one cache a build. Nothing but files that are the same for everybody
 * is ever put there.
 */
export function keptBuilds({ caches, scope, build: { version, files } }: Given) {
	const prefix = cachePrefix(scope)
	const own = prefix + version
	const ofAllBuilds = async () => (await caches.keys()).filter((name) => name.startsWith(prefix))
	const ofOtherBuilds = async () => (await ofAllBuilds()).filter((name) => name !== own)

	/** Not by opening the cache: that would make it. */
	const keptIn = (cacheName: string, request: Request | string) =>
		caches.match(request, { cacheName, ignoreVary: true })

	/** Oldest first. `keep`: how many of the newest stay. */
	async function dropOtherBuilds(keep = 0) {
		const names = await ofOtherBuilds()
		await Promise.all(names.slice(0, Math.max(0, names.length - keep)).map((name) => caches.delete(name)))
	}

	return {
		/** All or nothing: with a file missing this build is not kept, and is tried again with the next visit. */
		async keep() {
			const cache = await caches.open(own)
			const hashed = files.map((file) => new Request(scope + file, { priority: 'low' }))
			// The name of this one stays the same, so the browser's own cache may have an older one.
			await cache.addAll([...hashed, new Request(scope + NEUTRAL_PAGE, { cache: 'reload' })])
		},
		dropOtherBuilds,
		dropAllBuilds: async () => void (await Promise.all((await ofAllBuilds()).map((name) => caches.delete(name)))),
		/** Of whatever build: a page that was opened before an update goes on with its own files. */
		async file(request: Request): Promise<Response | undefined> {
			for (const name of [own, ...(await ofOtherBuilds())]) {
				const found = await keptIn(name, request)
				if (found) return found
			}
			return undefined
		},
		neutralPage: () => keptIn(own, scope + NEUTRAL_PAGE),
	}
}
